import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A web server in the pipeline of Netty. */
public final class NettyWeb {
    public static void main(String[] arguments) throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(3, NioIoHandler.newFactory());
        Channel server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(), new HttpObjectAggregator(1 << 20), new Pages());
                }
            }).bind("127.0.0.1", 0).sync().channel();
        WebClient.send(((java.net.InetSocketAddress) server.localAddress()).getPort());
        server.close().sync();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        Output.line("stopped: %s, %s", server.isOpen(), group.isTerminated());
        Output.end();
    }

    private static final class Pages extends SimpleChannelInboundHandler<FullHttpRequest> {
        private String number;

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) throws Exception {
            number = request.headers().get("X-Number");
            QueryStringDecoder query = new QueryStringDecoder(request.uri());
            switch (query.path()) {
            case "/hello":
                List<String> names = query.parameters().getOrDefault("name", List.of("you"));
                ByteBuf hello = Unpooled.copiedBuffer("Hello, " + names.get(0), StandardCharsets.UTF_8);
                answer(context, HttpResponseStatus.OK, "text/plain", request.method().equals(HttpMethod.HEAD) ? Unpooled.EMPTY_BUFFER : hello);
                break;
            case "/echo":
                answer(context, HttpResponseStatus.OK, "application/octet-stream", request.content().retain());
                break;
            case "/large":
                answer(context, HttpResponseStatus.OK, "application/octet-stream", context.alloc().buffer().writeBytes(WebClient.body(Integer.parseInt(number), 150_000)));
                break;
            case "/fails":
                throw WebClient.failure(number);
            default:
                answer(context, HttpResponseStatus.NOT_FOUND, "text/plain", Unpooled.copiedBuffer("no " + query.path(), StandardCharsets.UTF_8));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            answer(context, HttpResponseStatus.INTERNAL_SERVER_ERROR, "text/plain", Unpooled.copiedBuffer(cause.toString(), StandardCharsets.UTF_8));
        }

        private void answer(ChannelHandlerContext context, HttpResponseStatus status, String type, ByteBuf body) {
            var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, type).set("X-Answer", number)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }
}
