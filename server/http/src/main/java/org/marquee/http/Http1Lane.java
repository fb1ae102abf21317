package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;
import org.marquee.http.admission.CountedConnection;

/// The exchanges of an HTTP/1.1 connection, one after the other.
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the connection
final class Http1Lane extends Lane {
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final Connection connection;
  private final DuplexChannel channel;
  private final RequestDecoder decoder;

  /// Whether the head that was sent has `Connection: close`.
  private boolean last;

  Http1Lane(
      Connection connection,
      DuplexChannel channel,
      RequestDecoder decoder,
      CountedConnection counted,
      ConnectionTerms terms) {
    super(channel, counted, terms);
    this.connection = connection;
    this.channel = channel;
    this.decoder = decoder;
  }

  @Override
  boolean isInputClosed() {
    return connection.isInputClosed();
  }

  @Override
  AnswerStream.Framing framing(boolean http10) {
    return http10 ? AnswerStream.Framing.END_OF_CONNECTION : AnswerStream.Framing.CHUNKS;
  }

  @Override
  void setSendBuffer(int bytes) {
    channel.config().setOption(ChannelOption.SO_SNDBUF, bytes);
  }

  @Override
  void sendContinue() {
    channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
  }

  @Override
  void pass(Runnable request) {
    request.run();
  }

  @Override
  void send(Answer answer, Exchange exchange) {
    // Requests that were sent after this one are owed an answer too: the last one closes the
    // connection.
    if (isLast(exchange) || (isStopping() && !decoder.hasMore())) {
      sendLast(answer, exchange);
      return;
    }
    write(answer, exchange, persistence(exchange), _ -> {});
    connection.proceed();
  }

  /// Sends the last answer of the connection.
  void sendLast(Answer answer, Exchange exchange) {
    connection.end();
    write(answer, exchange, Answer.Persistence.CLOSE, connection::sentLast);
    channel.flush();
  }

  private void write(
      Answer answer, Exchange exchange, Answer.Persistence persistence, Consumer<Boolean> then) {
    Answered answered = outbox().begin(exchange, answer.status());
    ByteBuf bytes = answer.encode(channel.alloc(), persistence);
    int length = bytes.readableBytes();
    outbox().await(channel.write(bytes), answered, length, then);
  }

  private boolean isLast(Exchange exchange) {
    return connection.isLeaving() || !exchange.keepsAlive();
  }

  private static Answer.Persistence persistence(Exchange exchange) {
    return exchange.isHttp10() ? Answer.Persistence.KEEP_ALIVE : Answer.Persistence.DEFAULT;
  }

  @Override
  void open(Answer head, AnswerStream stream, Exchange exchange) {
    last = isLast(exchange) || isStopping() || stream.endsWithConnection();
    Answered answered = outbox().begin(exchange, head.status());
    ByteBuf bytes =
        head.encodeHead(
            channel.alloc(),
            last ? Answer.Persistence.CLOSE : persistence(exchange),
            stream.framingLine());
    int length = bytes.readableBytes();
    stream.begin(this, answered, channel.write(bytes), length);
  }

  @Override
  ChannelFuture write(ByteBuf part) {
    return channel.write(part);
  }

  @Override
  ChannelFuture writeEnd() {
    return channel.write(Unpooled.EMPTY_BUFFER);
  }

  @Override
  void complete(AnswerStream answer, Exchange exchange) {
    if (last || isLast(exchange)) {
      connection.end();
      answer.complete(this, connection::sentLast);
    } else {
      answer.complete(this, _ -> {});
      connection.proceed();
    }
  }

  @Override
  void refuse(Fault fault, Exchange exchange) {
    connection.refuse(fault, exchange);
  }

  /// Ends what the server sends. With TLS the closure alert goes first.
  void closeOutput() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    ChannelFuture told = tls == null ? channel.newSucceededFuture() : tls.closeOutbound();
    told.addListener(
        _ -> channel.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  @Override
  void breakOff() {
    channel.close();
  }
}
