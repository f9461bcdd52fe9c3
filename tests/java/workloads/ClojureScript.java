import clojure.java.api.Clojure;
import clojure.lang.IFn;

/** Clojure code, compiled to classes while it runs. */
public final class ClojureScript {
    private static final String[] SCRIPT = {
        "(defn primes [n] (reduce (fn [found k] (if (some #(zero? (mod k %)) found) found (conj found k))) [] (range 2 n)))",
        "(primes 200)",
        "(do (defmulti area :shape) nil)",
        "(do (defmethod area :circle [{r :r}] (* 3 r r)) nil)",
        "(do (defmethod area :square [{a :a}] (* a a)) nil)",
        "(mapv area [{:shape :circle :r 4} {:shape :square :a 5}])",
        "(try (area {:shape :line}) (catch IllegalArgumentException e (.getMessage e)))",
        "(defprotocol Speaks (speak [this] [this n]))",
        "(defrecord Dog [name] Speaks (speak [_] (str name \" barks\")) (speak [this n] (vec (repeat n (speak this)))))",
        "(let [d (->Dog \"Rex\")] [(speak d) (speak d 2) (= d (map->Dog {:name \"Rex\"})) (:name (assoc d :name \"Max\"))])",
        "(defmacro unless [test & body] `(if ~test nil (do ~@body)))",
        "(unless (> 1 2) :fine)",
        "(loop [n 30 a 0N b 1N] (if (zero? n) a (recur (dec n) b (+ a b))))",
        "(->> (range 1000) (filter odd?) (map #(* % %)) (partition-all 7) (map #(reduce + %)) (take 9) doall)",
        "(into (sorted-map) (frequencies (map #(mod (* % %) 17) (range 500))))",
        "(transduce (comp (map inc) (filter even?) (take 20)) + (range))",
        "(let [a (atom 0) fs (doall (for [i (range 8)] (future (dotimes [_ 100] (swap! a + i)))))] (run! deref fs) @a)",
        "(let [x (ref 0) y (ref 100)] (dosync (alter x + 10) (alter y - 10)) [@x @y])",
        "(defn walk [t] (lazy-seq (when-let [[h & r] (seq t)] (if (coll? h) (concat (walk h) (walk r)) (cons h (walk r))))))",
        "(walk [1 [2 [3 4] 5] [[6]] 7])",
        "(require '[clojure.string :as s] '[clojure.set :as set] '[clojure.walk :as w])",
        "[(s/join \"-\" (s/split \"a,b,c\" #\",\")) (set/union #{1} #{2}) (w/postwalk #(if (number? %) (inc %) %) {:a [1 2]})]",
        "(try (/ 1 0) (catch ArithmeticException e (.getMessage e)) (finally nil))",
        "(try (throw (ex-info \"wrong\" {:code 7})) (catch clojure.lang.ExceptionInfo e (ex-data e)))",
        "(let [r (reify java.util.Comparator (compare [_ a b] (- b a)))] (sort r [3 1 2]))",
        "(mapv #(Long/toString % 36) [10 100 1000])",
        "(defn sum-to [^long n] (loop [i 0 s 0] (if (> i n) s (recur (inc i) (+ s i)))))",
        "(sum-to 10000)",
        "(case (keyword \"b\") :a 1 :b 2 3)",
    };

    public static void main(String[] arguments) {
        IFn evaluate = Clojure.var("clojure.core", "load-string");
        IFn print = Clojure.var("clojure.core", "pr-str");
        for (int i = 0; i < SCRIPT.length; i++) {
            Output.line("%d: %s", i, print.invoke(evaluate.invoke(SCRIPT[i])));
        }
        Clojure.var("clojure.core", "shutdown-agents").invoke();
        Output.end();
    }
}
