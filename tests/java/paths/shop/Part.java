package shop;

/** A class of this package alone. */
class Part {
    String label;
    private final Part next;

    Part(String label, Part next) {
        this.label = label;
        this.next = next;
    }

    Part getNext() {
        return next;
    }
}
