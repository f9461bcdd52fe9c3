import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A server and a client of gRPC, over loopback and in one process. */
public final class GrpcPack {
    private static final MethodDescriptor<String, String> PLACE = method("Place", MethodDescriptor.MethodType.UNARY);
    private static final MethodDescriptor<String, String> REFUSE = method("Refuse", MethodDescriptor.MethodType.UNARY);
    private static final MethodDescriptor<String, String> LIST = method("List", MethodDescriptor.MethodType.SERVER_STREAMING);

    public static void main(String[] arguments) throws Exception {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).addService(service()).build().start();
        work(NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build());
        server.shutdown().awaitTermination(10, TimeUnit.SECONDS);
        Server inside = InProcessServerBuilder.forName("shop").addService(service()).build().start();
        work(InProcessChannelBuilder.forName("shop").build());
        inside.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    }

    private static void work(ManagedChannel channel) throws Exception {
        ClientCalls.blockingUnaryCall(channel, PLACE, CallOptions.DEFAULT, "one");
        ClientCalls.futureUnaryCall(channel.newCall(PLACE, CallOptions.DEFAULT), "two").get();
        try {
            ClientCalls.blockingUnaryCall(channel, REFUSE, CallOptions.DEFAULT, "three");
        } catch (StatusRuntimeException expected) {
            // It is refused.
        }
        ClientCalls.blockingServerStreamingCall(channel, LIST, CallOptions.DEFAULT, "four").forEachRemaining(String::length);
        channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    }

    private static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("shop.Orders")
                .addMethod(PLACE, ServerCalls.asyncUnaryCall((request, answer) -> {
                    answer.onNext("placed " + request);
                    answer.onCompleted();
                }))
                .addMethod(REFUSE, ServerCalls.asyncUnaryCall((request, answer) -> answer.onError(Status.PERMISSION_DENIED.asRuntimeException())))
                .addMethod(LIST, ServerCalls.asyncServerStreamingCall((request, answer) -> {
                    answer.onNext("one");
                    answer.onNext("two");
                    answer.onCompleted();
                }))
                .build();
    }

    private static MethodDescriptor<String, String> method(String name, MethodDescriptor.MethodType type) {
        MethodDescriptor.Marshaller<String> text = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(String value) {
                return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public String parse(InputStream stream) {
                try {
                    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        return MethodDescriptor.newBuilder(text, text).setType(type).setFullMethodName("shop.Orders/" + name).build();
    }
}
