import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MMapDirectory;

/**
 * Writes and searches an index of Lucene, a multi-release library whose mapped files are other classes from release to release: {@code
 * Versions FOLDER}. Prints the text of an event for each file that is mapped.
 */
public class Versions {
    /** The class that maps files, and where it is from. */
    private static String mapper;

    public static void main(String[] args) throws Exception {
        boolean isVersioned = Runtime.version().feature() >= 21;
        mapper = isVersioned ? "MemorySegmentIndexInputProvider" : "MappedByteBufferIndexInputProvider";
        Analyzer analyzer = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new StandardTokenizer();
                return new TokenStreamComponents(tokenizer);
            }
        };
        FilterDirectory counted = new FilterDirectory(new MMapDirectory(Path.of(args[0]))) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws java.io.IOException {
                IndexInput opened = super.openInput(name, context);
                System.out.println("event: org.apache.lucene.store." + mapper + ".openInput");
                return opened;
            }
        };
        try (IndexWriter writer = new IndexWriter(counted, new IndexWriterConfig(analyzer))) {
            for (String text : List.of("woven cloth", "plain cloth", "woven basket")) {
                Document document = new Document();
                document.add(new TextField("text", text, Field.Store.YES));
                writer.addDocument(document);
                writer.commit();
            }
        }
        try (DirectoryReader reader = DirectoryReader.open(counted)) {
            System.out.println(new IndexSearcher(reader).count(new TermQuery(new Term("text", "woven"))) + " found");
        }
        Class<?> type = Class.forName("org.apache.lucene.store." + mapper);
        String place = type.getResource(mapper + ".class").toString();
        System.out.println(mapper + (place.contains("/META-INF/versions/21/") ? " of release 21" : " of no release"));
    }
}
