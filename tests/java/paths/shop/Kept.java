package shop;

class Kept {
    protected String note = "note";
}
