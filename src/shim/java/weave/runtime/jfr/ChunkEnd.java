package weave.runtime.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** By this type the recorder says that a chunk is about to end. There are no events of it. */
@Name("weave.ChunkEnd")
@Label("Chunk End")
@Description("Tells the runtime when a chunk of a recording ends; there are no events of it")
@Category("weave")
@Period("endChunk")
@StackTrace(false)
final class ChunkEnd extends Event {
    /** What the recorder calls then. */
    static final class Hook implements Runnable {
        private final JfrChannel channel;

        Hook(JfrChannel channel) {
            this.channel = channel;
        }

        @Override
        public void run() {
            channel.end();
        }
    }
}
