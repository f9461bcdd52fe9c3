import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.produce
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flatMapMerge
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.fold
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.retry
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.flow.zip
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.resume

// Coroutines of every kind: their results are fixed, whatever the threads do.

data class Order(val id: Int, val customer: String, val lines: List<Line> = emptyList()) {
    val total get() = lines.sumOf { it.price * it.count }
}

data class Line(val article: String, val price: Long, val count: Int)

sealed interface Outcome {
    data class Good(val value: Long) : Outcome
    data class Bad(val reason: String) : Outcome
    object Nothing : Outcome { override fun toString() = "nothing" }
}

@JvmInline value class Cents(val amount: Long)

class Refused(message: String) : Exception(message)

fun order(id: Int) = Order(id, "customer-${id % 7}", (0..id % 4).map { Line("article-$it", 100L * it + id, it + 1) })

suspend fun price(order: Order, percent: Int = 10, extra: Cents = Cents(5)): Cents {
    yield()
    val half = order.total / 2
    if (order.id % 10 == 3) delay(1)
    return Cents(half * (100 - percent) / 100 + extra.amount)
}

suspend fun check(order: Order): Outcome = try {
    if (order.id % 11 == 0) throw Refused("order ${order.id}")
    if (order.lines.size == 1) Outcome.Nothing else Outcome.Good(price(order).amount)
} catch (e: Refused) {
    delay(1)
    Outcome.Bad(e.message ?: "?")
} finally {
    yield()
}

suspend fun deep(depth: Int): Long = if (depth == 0) { yield(); 1L } else deep(depth - 1) + depth

@OptIn(ExperimentalCoroutinesApi::class)
fun CoroutineScope.numbers(first: Int): ReceiveChannel<Int> = produce { var n = first; while (true) send(n++) }

@OptIn(ExperimentalCoroutinesApi::class)
fun CoroutineScope.without(numbers: ReceiveChannel<Int>, prime: Int): ReceiveChannel<Int> =
    produce { for (n in numbers) if (n % prime != 0) send(n) }

fun squares(count: Int): Flow<Long> = flow { for (i in 1..count) { if (i % 5 == 0) delay(1); emit(i.toLong() * i) } }

inline fun <reified T : Any> named(value: T, block: (T) -> String): String = T::class.java.simpleName + "=" + block(value)

fun say(what: String, value: Any?) = Output.line("%s: %s", what, value.toString())

@OptIn(ExperimentalCoroutinesApi::class)
fun main() {
    runBlocking {
        val outcomes = (1..100).map { async(Dispatchers.Default + CoroutineName("o$it")) { check(order(it)) } }.awaitAll()
        say("outcomes", outcomes.groupingBy { it::class.java.simpleName }.eachCount().toSortedMap())
        say("good", outcomes.filterIsInstance<Outcome.Good>().sumOf { it.value })
        say("bad", outcomes.filterIsInstance<Outcome.Bad>().joinToString { it.reason })
        say("deep", withContext(Dispatchers.IO) { deep(200) })

        val primes = mutableListOf<Int>()
        val sieve = launch {
            var current = numbers(2)
            repeat(30) { val prime = current.receive(); primes += prime; current = without(current, prime) }
            coroutineContext[kotlinx.coroutines.Job]!!.children.forEach { it.cancel() }
        }
        sieve.join()
        say("primes", primes)

        val channel = Channel<Int>(3)
        val sum = AtomicInteger()
        coroutineScope {
            repeat(4) { launch(Dispatchers.Default) { for (n in channel) sum.addAndGet(n) } }
            for (n in 1..500) channel.send(n)
            channel.close()
        }
        say("channel", "$sum, ${channel.isClosedForReceive}, ${channel.receiveCatching().isClosed}")

        say("flow", squares(20).filter { it % 2L == 0L }.map { it + 1 }.buffer(4).flowOn(Dispatchers.Default).toList())
        say("fold", squares(30).take(25).fold(0L) { all, n -> all * 31 + n })
        say("zip", squares(5).zip(listOf("a", "b", "c").asFlow()) { n, text -> "$text$n" }.toList())
        say("merge", (1..6).asFlow().flatMapMerge(3) { n -> flow { delay(1); emit(n * 10); emit(n * 10 + 1) } }.toList().sorted())
        val tries = AtomicInteger()
        say("retry", flow { emit(tries.incrementAndGet()); if (tries.get() < 3) throw Refused("again") }.retry(5) { it is Refused }.toList())
        say("catch", flow<String> { emit("one"); error("wrong") }.onCompletion { emit("end ${it?.message}") }.catch { emit("caught ${it.message}") }.toList())
        val state = MutableStateFlow(0)
        val waiter = async { state.combine(flow { emit(1); }) { a, b -> a + b }.first { it == 11 } }
        repeat(10) { state.value++; yield() }
        say("state", waiter.await())

        var counter = 0
        val mutex = Mutex()
        val permits = Semaphore(3)
        coroutineScope {
            repeat(50) { launch(Dispatchers.Default) { permits.withPermit { repeat(20) { mutex.withLock { counter++ } } } } }
        }
        say("mutex", counter)

        say("timeout", withTimeoutOrNull(20) { delay(60_000); "late" })
        say("timeout", try { withTimeout(20) { delay(60_000) } } catch (e: TimeoutCancellationException) { e::class.java.simpleName })
        val trace = mutableListOf<String>()
        val job = launch {
            try { while (isActive) delay(5) } catch (e: CancellationException) { trace += "cancelled"; throw e } finally {
                withContext(NonCancellable) { delay(2); trace += "cleaned" }
            }
        }
        delay(10)
        job.cancelAndJoin()
        say("cancel", "$trace ${job.isCancelled}")
        say("scope", try { coroutineScope { launch { delay(60_000) }; async { throw Refused("child") }.await() } } catch (e: Refused) { "failed: ${e.message}" })
        val handled = CompletableDeferred<String>()
        supervisorScope {
            launch(CoroutineExceptionHandler { _, e -> handled.complete("handled: ${e.message}") }) { throw Refused("alone") }
            val other = async { delay(3); "still here" }
            say("supervisor", other.await())
        }
        say("handler", handled.await())
        val slow = async { delay(60_000); "slow" }
        say("select", select<String> {
            slow.onAwait { it }
            async { "fast" }.onAwait { it }
        })
        slow.cancel()
        say("suspend", suspendCancellableCoroutine<Int> { continuation -> Thread { continuation.resume(42) }.start() })
    }
    say("sequence", sequence { var (a, b) = 0L to 1L; while (true) { yield(a); val c = a + b; a = b; b = c } }.drop(20).take(15).toList())
    say("named", named(order(9)) { (id, customer, lines) -> "$id $customer ${lines.size}" })
    say("default", runBlocking { price(order(13)).amount - price(order(13), percent = 20).amount })
    say("lazy", lazy { order(5).copy(customer = "other") }.value)
    say("when", (1..20).map { n -> when { n % 15 == 0 -> "FizzBuzz"; n % 5 == 0 -> "Buzz"; n % 3 == 0 -> "Fizz"; else -> n } })
    say("text", """Regex(\d+)""".let { Regex("(\\w+)\\((.+)\\)").replace(it) { m -> m.groupValues[2] + m.groupValues[1] } })
    say("result", runCatching { check(false) { "never" } }.fold({ "fine" }, { it.message }))
    Output.end()
}
