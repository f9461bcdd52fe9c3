package weave.recording;

/** What all parts of a report share. */
final class Context {
    final Options options;
    final Span span;
    final Loss loss;
    final Strings strings = new Strings();
    final Traces traces;
    final Threads threads = new Threads(strings);
    final Budget budget = new Budget();

    Context(Options options, Span span, Loss loss) {
        this.options = options;
        this.span = span;
        this.loss = loss;
        this.traces = new Traces(strings, loss);
    }
}
