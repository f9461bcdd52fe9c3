import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmc.common.IDescribable;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** What JDK Mission Control makes of a recording: {@code java InJmc.java RECORDING PREFIX}, a line for each event type and field. */
public final class InJmc {
    private InJmc() {}

    public static void main(String[] args) throws Exception {
        Map<String, List<String>> types = new TreeMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(new File(args[0]))) {
            IType<IItem> type = items.getType();
            if (!type.getIdentifier().startsWith(args[1])) {
                continue;
            }
            List<String> lines = new ArrayList<>();
            lines.add(type.getIdentifier() + ": " + type.getName() + describe(type.getDescription()));
            IItem last = null;
            for (IItem item : items) {
                last = item;
            }
            for (Map.Entry<IAccessorKey<?>, ? extends IDescribable> key : type.getAccessorKeys().entrySet()) {
                lines.add(line(type, key.getKey(), key.getValue(), last));
            }
            types.merge(type.getIdentifier(), lines, (one, other) -> one);
        }
        types.values().forEach(lines -> lines.forEach(System.out::println));
    }

    private static String line(IType<IItem> type, IAccessorKey<?> key, IDescribable shown, IItem item) {
        IMemberAccessor<?, IItem> accessor = type.getAccessor(key);
        Object value = accessor == null || item == null ? null : accessor.getMember(item);
        String kind = key.getContentType().getIdentifier();
        String shownAs = "    " + key.getIdentifier() + " (" + kind + "): " + shown.getName() + describe(shown.getDescription());
        // A type of which there are no events.
        return item == null ? shownAs : shownAs + example(kind, value);
    }

    /** What is the same in each recording; of the rest, only what cannot be. */
    private static String example(String kind, Object value) {
        switch (kind) {
            case "timespan":
                return ((IQuantity) value).doubleValue() < 0 ? " = NEGATIVE" : "";
            case "timestamp":
            case "thread":
            case "stacktrace":
            case "frequency":
                return value == null && !kind.equals("stacktrace") ? " = MISSING" : "";
            default:
                return " = " + (value instanceof IDisplayable ? ((IDisplayable) value).displayUsing(IDisplayable.AUTO) : value);
        }
    }

    private static String describe(String description) {
        return description == null || description.isEmpty() ? "" : ", " + description;
    }
}
