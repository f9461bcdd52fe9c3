#!/usr/bin/env bash
# Runs real libraries woven with the built-in packs of rules, and compares what is recorded with tests/packs/*.txt, to the
# last event.
#
#   tests/packs.sh [--short] [--only REGEX] [--bless]
#
#   --short     one library for most packs, on JDK 17
#   --only      only runs whose name matches (an extended regular expression)
#   --bless     write what is recorded on the first JDK to tests/packs; look at the difference before it is kept
#
# Each program of tests/java/packs runs on JDK 17 and on JDK 25, with a recording of everything that the pack records; it and
# the jars of its library are woven with the pack. Libraries that need a server which cannot run here have no program: each of their classes
# is linked, woven and unwoven, with the same outcome, and the methods that each rule weaves are counted. Ends with a table; exit code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache of tests/corpus.sh),
# WEAVE_JDK_17 and WEAVE_JDK_25.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

# --- What runs --------------------------------------------------------------------------------------------------------

# LENGTH NAME PACK MAIN_CLASS WOVEN_ARTIFACT... / ARTIFACT_ON_THE_CLASS_PATH...: versions and sums are in corpus.txt or below.
# Without a main class (`-`) the woven artifact is linked only. An artifact is ARTIFACT or, where there are several, ARTIFACT-VERSION.
runs() {
    cat <<'LIST'
short jdbc jdbc JdbcPack h2 hsqldb-2.7.4 derby-10.16.1.1 derbyshared /
short jdbc-pools jdbc JdbcPools h2 HikariCP commons-dbcp2 tomcat-jdbc / slf4j-api commons-pool2-2.12.0 commons-logging-1.4.0 jakarta.transaction-api-1.3.3 tomcat-juli
full jdbc-pools-only jdbc JdbcPools HikariCP commons-dbcp2 tomcat-jdbc / h2 slf4j-api commons-pool2-2.12.0 commons-logging-1.4.0 jakarta.transaction-api-1.3.3 tomcat-juli
full jdbc-postgresql jdbc - postgresql-42.7.14 /
full jdbc-mysql jdbc - mysql-connector-j /
full jdbc-mariadb jdbc - mariadb-java-client-3.5.3 /
full jdbc-sqlserver jdbc - mssql-jdbc-12.10.1.jre11 /
full jdbc-driver-only jdbc JdbcPools h2 / HikariCP commons-dbcp2 tomcat-jdbc slf4j-api commons-pool2-2.12.0 commons-logging-1.4.0 jakarta.transaction-api-1.3.3 tomcat-juli
short servlet-jakarta servlet ServletTomcat tomcat-embed-core / tomcat-annotations-api
full servlet-javax servlet ServletJetty jetty-servlet javax.servlet-api / jetty-server-9.4.57.v20241219 jetty-http-9.4.57.v20241219 jetty-io-9.4.57.v20241219 jetty-util-9.4.57.v20241219 jetty-security-9.4.57.v20241219
full servlet-spring-tomcat servlet ServletSpringTomcat tomcat-embed-core spring-webmvc / tomcat-annotations-api spring-web spring-core spring-beans spring-context spring-aop spring-expression micrometer-commons micrometer-observation commons-logging-1.4.0 jspecify
full servlet-spring-jetty servlet ServletSpringJetty spring-webmvc / jetty-ee11-servlet jetty-server-12.1.14 jetty-http-12.1.14 jetty-io-12.1.14 jetty-util-12.1.14 jetty-security-12.1.14 jetty-session jakarta.servlet-api slf4j-api spring-web spring-core spring-beans spring-context spring-aop spring-expression micrometer-commons micrometer-observation commons-logging-1.4.0 jspecify
short http-jdk http HttpJdk /
full http-apache4 http HttpApache4 httpclient / httpcore commons-logging-1.2 commons-codec
full http-apache5 http HttpApache5 httpclient5 / httpcore5 httpcore5-h2 slf4j-api
full http-okhttp3 http HttpOkHttp okhttp-3.14.9 / okio-1.17.2
full http-okhttp4 http HttpOkHttp okhttp-4.12.0 / okio-jvm-3.6.0 kotlin-stdlib
full http-okhttp5 http HttpOkHttp okhttp-jvm / okio-jvm-3.18.1 kotlin-stdlib
full jpa-jakarta jpa JpaPack hibernate-core-7.4.15.Final / h2 jakarta.persistence-api jakarta.transaction-api hibernate-models byte-buddy-1.18.17 antlr4-runtime jboss-logging-3.6.1.Final jakarta.xml.bind-api jaxb-runtime-4.0.7 jaxb-core txw2-4.0.7 istack-commons-runtime-4.1.2 jakarta.activation-api angus-activation jakarta.inject-api
full jpa-javax jpa JpaPackJavax hibernate-core-5.6.15.Final / h2 javax.persistence-api jboss-transaction-api_1.2_spec hibernate-commons-annotations byte-buddy-1.12.18 antlr-2.7.7 jboss-logging-3.4.3.Final classmate jandex jaxb-api jaxb-runtime-2.3.1 txw2-2.3.1 istack-commons-runtime-3.0.7 javax.activation-api stax-ex FastInfoset
short kafka kafka KafkaPack kafka-clients / slf4j-api
short executors executors ExecutorsPack / guava failureaccess netty-common
short files files FilesPack /
short sockets sockets SocketsPack /
short grpc grpc GrpcPack grpc-api-1.62.2 grpc-stub-1.62.2 grpc-core-1.62.2 / grpc-netty-shaded grpc-inprocess grpc-util grpc-context perfmark-api guava failureaccess gson-2.11.0 jsr305 error_prone_annotations-2.23.0
short redis-jedis6 redis RedisJedis jedis-6.2.0 / commons-pool2-2.12.1 slf4j-api gson-2.11.0 json-20231013 redis-authx-core
full redis-jedis5 redis RedisJedis jedis-5.2.0 / commons-pool2-2.12.1 slf4j-api gson-2.11.0 json-20231013
full redis-jedis4 redis RedisJedis jedis-4.4.8 / commons-pool2-2.12.1 slf4j-api gson-2.11.0 json-20231013
short redis-lettuce redis RedisLettuce lettuce-core / netty-buffer-4.1.118.Final netty-codec-4.1.118.Final netty-common-4.1.118.Final netty-handler-4.1.118.Final netty-resolver-4.1.118.Final netty-resolver-dns netty-codec-dns netty-transport-4.1.118.Final netty-transport-native-unix-common-4.1.118.Final reactive-streams reactor-core redis-authx-core slf4j-api
short mongodb5 mongodb MongoPack mongodb-driver-core-5.5.1 / mongodb-driver-sync-5.5.1 bson-5.5.1 bson-record-codec-5.5.1
full mongodb4 mongodb MongoPack mongodb-driver-core-4.11.5 / mongodb-driver-sync-4.11.5 bson-4.11.5 bson-record-codec-4.11.5
short logging-logback logging LoggingLogback logback-classic / logback-core slf4j-api
short logging-log4j logging LoggingLog4j log4j-api-2.24.2 / log4j-core-2.24.2
short logging-jdk logging LoggingJdk /
short jms-jakarta jms JmsPack activemq-client-6.1.7 / activemq-broker-6.1.7 activemq-openwire-legacy-6.1.7 hawtbuf jakarta.jms-api-3.1.0 slf4j-api
full jms-javax jms JmsPackJavax activemq-client-5.18.7 / activemq-broker-5.18.7 activemq-openwire-legacy-5.18.7 hawtbuf jakarta.jms-api-2.0.3 slf4j-api
short rabbitmq rabbitmq RabbitPack amqp-client / slf4j-api
short spring spring SpringPack spring-web / spring-core spring-beans spring-context spring-aop spring-expression micrometer-commons micrometer-observation commons-logging-1.4.0 jspecify
LIST
}

known_artifacts() { # COORDINATES SUM, one a line
    sed -e 's/#.*//' "$here/corpus.txt" | awk 'NF >= 3 && $3 != "-" { print $2, $3 }'
    cat <<'LIST'
com.sun.xml.fastinfoset:FastInfoset:1.2.15 785861db11ca1bd0d1956682b974ad73eb19cd3e01a4b3fa82d62eca97210aec
org.apache.activemq:activemq-broker:5.18.7 9561f3741e5fe119196e59eba80893db3b79f0765fbda79910a70274a2831dc1
org.apache.activemq:activemq-broker:6.1.7 99fe614fa25e8ac347f7ef2bd3380e3bef3e0b96159f8ab1bcc40b915baf4673
org.apache.activemq:activemq-client:5.18.7 e07ea09a22fbc98922cc6ca10ea7a5cd99a9a3a29b555ed35fbb9df9fffbef6d
org.apache.activemq:activemq-client:6.1.7 8516b255aadbc48b3424f2bb62b4cd0823b2607dec61e9528f8cc01372f53943
org.apache.activemq:activemq-openwire-legacy:5.18.7 a1f3c5d335f8dc80c60233fdba34252f0a906a2665458289d6483c50f7c48a8b
org.apache.activemq:activemq-openwire-legacy:6.1.7 d1cc5e2f6318a56d55bdf1b92bb41b189e31886d5a80e8add19c4d0474c1c875
com.rabbitmq:amqp-client:5.25.0 5aa96f005084139eb1077d94b55dc6428eca7da7e2cc53eab44a773391f8aa8f
org.eclipse.angus:angus-activation:2.0.3 a6bd35c538cf90fff941ad6258c40c08fca0b5c9c3f536c657114f27ce0527a7
org.mongodb:bson:4.11.5 3ae8c7e798864163ca25082f2c2073c0af49bd37f3bad2b85517f833b4649eaf
org.mongodb:bson:5.5.1 99fd39f8b313ca5f39cb1a2e62454283a592dc4227c9010909e3652ef578a274
org.mongodb:bson-record-codec:4.11.5 55849e32621ea1e37b97c572dc59452c201bf78123000565fa17b193bc4e96b2
org.mongodb:bson-record-codec:5.5.1 558fbca5b564b9335809eccbe46168abd41b04350599e43e1713cebccaa010db
net.bytebuddy:byte-buddy:1.12.18 39200c13a72b6a3f4ec43c7b6d2fb78ecbeb25c29e986f4efa572636b39d750e
com.fasterxml:classmate:1.5.1 aab4de3006808c09d25dd4ff4a3611cfb63c95463cfd99e73d2e1680d229a33b
commons-codec:commons-codec:1.11 e599d5318e97aa48f42136a2927e6dfa4e8881dff0e6c8e3109ddbbff51d7b7d
org.apache.commons:commons-dbcp2:2.13.0 db6f0ed71cd16c8830902db9f56095fa2ee16acc2674f84b7cb5bdc98df19392
commons-logging:commons-logging:1.2 daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636
org.apache.commons:commons-pool2:2.12.0 6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b
org.apache.commons:commons-pool2:2.12.1 5273c8bc8c0dca2211175c0d27efbd7228efae99689aac001a8e1ef8e872e9ef
com.google.errorprone:error_prone_annotations:2.23.0 ec6f39f068b6ff9ac323c68e28b9299f8c0a80ca512dccb1d4a70f40ac3ec054
com.google.guava:failureaccess:1.0.3 cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb
io.grpc:grpc-api:1.62.2 2e896944cf513e0e5cfd32bcd72c89601a27c6ca56916f84b20f3a13bacf1b1f
io.grpc:grpc-context:1.62.2 9959747df6a753119e1c1a3dff01aa766d2455f5e4860acaa305359e1d533a05
io.grpc:grpc-core:1.62.2 18439902c473a2c1511e517d13b8ae796378850a8eda43787c6ba778fa90fcc5
io.grpc:grpc-inprocess:1.62.2 f3c28a9d7f13fa995e4dd89e4f6aa08fa3b383665314fdfccb9f87f346625df7
io.grpc:grpc-netty-shaded:1.62.2 b3f1823ef30ca02ac721020f4b6492248efdbd0548c78e893d5d245cbca2cc60
io.grpc:grpc-stub:1.62.2 fb4ca679a4214143406c65ac4167b2b5e2ee2cab1fc101566bb1c4695d105e36
io.grpc:grpc-util:1.62.2 3c7103e6f3738571e3aeda420fe2a6ac68e354534d8b66f41897b6755b48b735
org.fusesource.hawtbuf:hawtbuf:1.11 c6b45db967f3b2b3e28fd2f0724b1730a89d3f5aa9eef3664de29caba219593e
org.hibernate.common:hibernate-commons-annotations:5.1.2.Final 1c7ce712b2679fea0a5441eb02a04144297125b768944819be0765befb996275
org.hibernate:hibernate-core:5.6.15.Final 9b5a7e1faf094d98c9e33b6a27c4cae42e52f65b139091c08b9a0b4a9858b207
org.apache.httpcomponents:httpclient:4.5.14 c8bc7e1c51a6d4ce72f40d2ebbabf1c4b68bfe76e732104b04381b493478e9d6
org.apache.httpcomponents.client5:httpclient5:5.4.4 3f8657eab91b7533e5cf232d4e268253c4ff9f99f1e4bcd67841618bed67f2de
org.apache.httpcomponents:httpcore:4.4.16 6c9b3dd142a09dc468e23ad39aad6f75a0f2b85125104469f026e52a474e464f
org.apache.httpcomponents.core5:httpcore5:5.3.4 f2b2fd7a0164e8c3120cd8437bc9fea439239e165c17262b3e907daa7e979f80
org.apache.httpcomponents.core5:httpcore5-h2:5.3.4 1fb4f34e4b612e7c127ad693335583587850b17ce9b1c366f9de1ca49fe2c781
com.sun.istack:istack-commons-runtime:3.0.7 6443e10ba2e259fb821d9b6becf10db5316285fc30c53cec9d7b19a3877e7fdf
com.sun.istack:istack-commons-runtime:4.1.2 7fd6792361f4dd00f8c56af4a20cecc0066deea4a8f3dec38348af23fc2296ee
jakarta.activation:jakarta.activation-api:2.1.4 c9db52100ce6c8aac95cc39075f95720d2e561b11f8051b81c121ad4effd7004
jakarta.inject:jakarta.inject-api:2.0.1 f7dc98062fccf14126abb751b64fab12c312566e8cbdc8483598bffcea93af7c
jakarta.jms:jakarta.jms-api:2.0.3 5940937cb1095764a0039dae147395e37528a0575e2366f4dd20713b7785044a
jakarta.jms:jakarta.jms-api:3.1.0 6605e08075ab389c359451c7854808cf4b1575e1ea6317e534e9d4df088096df
jakarta.transaction:jakarta.transaction-api:1.3.3 0b02a194dd04ee2e192dc9da9579e10955dd6e8ac707adfc91d92f119b0e67ab
org.jboss:jandex:2.4.2.Final 3f2ce55c7d71e744581488dc5105806aa8084c08e6e916a019bab8f8698994f0
javax.activation:javax.activation-api:1.2.0 43fdef0b5b6ceb31b0424b208b930c74ab58fac2ceeb7b3f6fd3aeb8b5ca4393
javax.persistence:javax.persistence-api:2.2 5578b71b37999a5eaed3fea0d14aa61c60c6ec6328256f2b63472f336318baf4
javax.servlet:javax.servlet-api:3.1.0 af456b2dd41c4e82cf54f3e743bc678973d9fe35bd4d3071fa05c7e5333b8482
javax.xml.bind:jaxb-api:2.3.1 88b955a0df57880a26a74708bc34f74dcaf8ebf4e78843a28b50eae945732b06
org.glassfish.jaxb:jaxb-core:4.0.7 f29af5c37592c3a06a912da8cdf1d16036e6ca6d4eed9be6f7670e60fa466601
org.glassfish.jaxb:jaxb-runtime:2.3.1 45fecfa5c8217ce1f3652ab95179790ec8cc0dec0384bca51cbeb94a293d9f2f
org.glassfish.jaxb:jaxb-runtime:4.0.7 61a5daf5a1987f7ed7149c5a883ddf220ca9bf714a8d8cffc85fac301e92b5f2
org.jboss.logging:jboss-logging:3.4.3.Final 0b324cca4d550060e51e70cc0045a6cce62f264278ec1f5082aafeb670fcac49
org.jboss.spec.javax.transaction:jboss-transaction-api_1.2_spec:1.1.1.Final a310a50b9bdc44aaf36362dc9bb212235a147ffa8ef72dc9544a39c329eabbc3
redis.clients:jedis:4.4.8 013713c0b5bce1309acf5ec383ab0271e84e9f6cb149457fb50d9da14c0ca034
redis.clients:jedis:5.2.0 dd4fbda2c103f319ab495adb2bc1906139840746cfd4c66b27710d1af98382d4
redis.clients:jedis:6.2.0 b906d4762c584d0af1e01e582c940d290cdf63459abcb15eb6c5f3f05150c50e
org.eclipse.jetty.ee11:jetty-ee11-servlet:12.1.14 a4875bcf0d1a2273f91c1fff7c5acec90b36093c79cf7b4056d838e6b51b3592
org.eclipse.jetty:jetty-http:9.4.57.v20241219 02c6514977f0051dfdecf8d0799acf7a88fd8008a5fd9320a92f2e5db45d297b
org.eclipse.jetty:jetty-io:9.4.57.v20241219 f6246a2cf0abcee7f0971217c0ce4cd30d8ce15a91530363457113907ab38690
org.eclipse.jetty:jetty-security:12.1.14 62d4a246b978adee64d081025546466a05ee7b57b1dd6293d93953a80ba4cbe7
org.eclipse.jetty:jetty-security:9.4.57.v20241219 af923d4f395a73bf8ddcb754f42d7617c6b7055e37e5a6b625ed894f73107ae9
org.eclipse.jetty:jetty-server:9.4.57.v20241219 ba957ae07da647023cfa52c923732aea1c67f5273a594cee1863365dfebb9a02
org.eclipse.jetty:jetty-servlet:9.4.57.v20241219 c5e9517974dec9e4606b2d810f4995ea81091b1e24bd9640cb45d8b2aefd722c
org.eclipse.jetty:jetty-session:12.1.14 5b091e6132ba30a56ce872e07cdc0de263163e46f88d5dea99310d3a6d00899a
org.eclipse.jetty:jetty-util:9.4.57.v20241219 6ccbf678716778e316cc097d8aada4fe2a2e16c0bbfd8a1763204d6724b423f4
org.jspecify:jspecify:1.0.1 070d75f261fe4c5b8202508366715f7f2d4660f88c8ef7e6d3575e48c9683b66
com.google.code.findbugs:jsr305:3.0.2 766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7
io.lettuce:lettuce-core:6.8.1.RELEASE 43bacfe92bbb2b848fd2afb1826fcfe8b4554785dfd29e99ec6c6554c26b1742
org.mariadb.jdbc:mariadb-java-client:3.5.3 85c4ba2f221d0dfd439c26affbb294f784960763544263c65aba9c2c76858706
org.mongodb:mongodb-driver-core:4.11.5 ed4f21acf33faf4ffef7c9876f7b4a679393291c1e03fcb811435a2f477d9fd5
org.mongodb:mongodb-driver-core:5.5.1 9bd21650f6c0688461a5de30000efb67ec1d5d81a1e80c5c4928bb50bbca3f16
org.mongodb:mongodb-driver-sync:4.11.5 95a992240afe1b85cac42f42459add84fa98f5b6649d39ba023d22d18b09fdeb
org.mongodb:mongodb-driver-sync:5.5.1 10fbba300aca76d6996ea8a842226e78bcaaf108c908687940c991885be5e875
com.microsoft.sqlserver:mssql-jdbc:12.10.1.jre11 d0b614f17f3dece1e813ae534d3037f6e5a65868832b6d23fba07249b14a21d2
com.mysql:mysql-connector-j:9.3.0 6c8e6692b521376d89bc5618c16cdeaf8c61854329f4fa25677ed08776c5bb76
io.netty:netty-buffer:4.1.118.Final 0eea4e8666a9636a28722661d8ba5fa8564477e75fec6dd2ff3e324e361f8b3c
io.netty:netty-codec:4.1.118.Final 4abd215fd1ed7ce86509d169cc9cbede5042176c265a79b3b70602b017226c3f
io.netty:netty-codec-dns:4.1.118.Final e115e42ca1e3cc8d85e3a632d8faa102d18c0ebc1fa4511af30bec79f8c147d4
io.netty:netty-common:4.1.118.Final 65cce901ecf0f9d6591cc7750772614ab401a84415dc9aec9da4d046f0f9a77c
io.netty:netty-handler:4.1.118.Final 26e3f8a5e859fd62cf3c13dc6d75e4e18879f000a5d0ad7f58f8679675d23dae
io.netty:netty-resolver:4.1.118.Final 3170c225972c18b6850d28add60db15bb28d83c4e3d5b686ca220e0bd7273c8a
io.netty:netty-resolver-dns:4.1.118.Final c0e0fdaffaba849e3145b2b96288fc8fc6f3b2a623cf72aaba708288348e4938
io.netty:netty-transport:4.1.118.Final ab3751e717daef9c8d91e4d74728a48730bd8530b72e2466b222b2ea3fb07db9
io.netty:netty-transport-native-unix-common:4.1.118.Final 69b16793d7b41ea76a762bd2bd144fc4f7c39c156a7a59ebf69baeb560fb10b7
com.squareup.okhttp3:okhttp:3.14.9 2570fab55515cbf881d7a4ceef49fc515490bc027057e666776a2832465aeca0
com.squareup.okhttp3:okhttp:4.12.0 b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0
com.squareup.okio:okio:1.17.2 f80ce42d2ffac47ad4c47e1d6f980d604d247ceb1a886705cf4581ab0c9fe2b8
com.squareup.okio:okio-jvm:3.6.0 67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412
io.perfmark:perfmark-api:0.26.0 b7d23e93a34537ce332708269a0d1404788a5b5e1949e82f5535fce51b3ea95b
io.projectreactor:reactor-core:3.6.6 44f055fbd033b6c976c53fb2e04b59027e79fb2312c37d2eaa54c77ea1ea80fe
redis.clients.authentication:redis-authx-core:0.1.1-beta2 cc56edb08b3df8562cddac108dca61907d21cc4ad04de05e9f5d1b01058390af
org.springframework:spring-webmvc:7.0.10 8ad0e813999d0ef1c65b8d5e55c21e4a6c0d6895cd3df32a33f9cc57bf9d226a
org.jvnet.staxex:stax-ex:1.8 95b05d9590af4154c6513b9c5dc1fb2e55b539972ba0a9ef28e9a0c01d83ad77
org.apache.tomcat:tomcat-annotations-api:11.0.27 34e004c54a23b8486a8f0c1541a31594afab12f85fbc84243a3271c4ce1b420b
org.apache.tomcat:tomcat-jdbc:11.0.27 d16635382bdbbba7719813f4ac696dd3d50a98ec5409b7966025581352e121b5
org.apache.tomcat:tomcat-juli:11.0.27 1d24778651b01662cac0b59a09fbb8d81f0a6c917da6173130b50cd7a5bb9232
org.glassfish.jaxb:txw2:2.3.1 34975dde1c6920f1a39791142235689bc3cd357e24d05edd8ff93b885bd68d60
org.glassfish.jaxb:txw2:4.0.7 c725676f2550caa3f57943f2d10dfac7e14c3abb34a6a9d89ac7ebbf1bde3269
LIST
}

line_of() { # ARTIFACT[-VERSION]: its line of known_artifacts
    known_artifacts | awk -v wanted="$1" '{ split($1, c, ":") } c[2] == wanted || c[2] "-" c[3] == wanted { print; exit }'
}

jar() { # ARTIFACT[-VERSION]: the path of its jar in the cache
    local line
    line=$(line_of "$1")
    [[ -n $line ]] || fail "no version of $1 is known"
    echo "$cache/jars/$(jar_name "${line% *}")"
}

# --- One run ----------------------------------------------------------------------------------------------------------

path_of() { # FILE...: a class path
    local IFS=:
    echo "$*"
}

compile() { # MAIN_CLASS OUT JAR...: compiles a program into a jar
    local main=$1 out=$2 source=$work/source-$1 classes=$work/classes-$1
    shift 2
    mkdir -p "$source" "$classes"
    # The same program for the older names of the API.
    sed -e "$([[ $main == *Javax ]] && echo "s/jakarta\\./javax./g; s/${main%Javax}/$main/g")" "$here/java/packs/${main%Javax}.java" >"$source/$main.java"
    "$jdk17/bin/javac" --release 17 -Xlint:-options -nowarn -proc:none -cp "$(path_of "$@")" -sourcepath "$source:$here/java/packs" -d "$classes" "$source/$main.java" 2>"$source/log" >&2 \
        && "$jdk17/bin/jar" --create --file "$out" -C "$classes" . \
        || { sed 's/^/    /' "$source/log" >&2; return 1; }
}

settings_of() { # PACK: of a recording with everything that its probes record
    local probe
    echo -n settings=none
    for probe in $("$weave" rules "$1" | sed -n 's/^\[probes\.\(.*\)\]$/\1/p'); do
        echo -n ",+weave.$probe.Payload#enabled=true,+weave.$probe.Payload#threshold=0ns,+weave.$probe.ControlObject#enabled=true"
    done
}

linked() { # NAME PACK ARTIFACT: weaves and links it; prints a row for each JDK
    local name=$1 pack=$2 jar in folder=$work/$1 release home verdict found
    jar=$(jar "$3")
    mkdir -p "$folder"
    if ! "$weave" --strip-signatures "$jar" -r "$pack" -o "$folder/woven.jar" --jdk "$jdk17" >"$folder/weave.log" 2>&1; then
        sed 's/^/    /' "$folder/weave.log" >&2
        echo "$name - - ,not_woven"
        return
    fi
    "$weave" explain "$jar" -r "$pack" --jdk "$jdk17" 2>>"$folder/weave.log" | sed -n 's/^[^ ]*\.toml:[0-9]* //p' >"$folder/rules"
    $bless && cp "$folder/rules" "$here/packs/$name.txt"
    for release in "${releases[@]}"; do
        home=jdk$release verdict= found=$folder/$release
        diff -u "$here/packs/$name.txt" "$folder/rules" >"$found.diff" || verdict+=,rules_differ
        "$weave" verify "$jar" "$folder/woven.jar" --jdk "${!home}" >>"$found.diff" 2>&1 || verdict+=,not_verified
        [[ -z $verdict ]] || sed 's/^/    /' "$found.diff" >&2
        echo "$name $release 0 ${verdict:-,same}"
    done
}

one() { # NAME PACK MAIN_CLASS WOVEN... / PATH...: prints a row for each JDK
    local name=$1 pack=$2 main=$3 folder=$work/$1 woven=() path=() release home verdict found
    shift 3
    if [[ $main == - ]]; then
        linked "$name" "$pack" "$1"
        return
    fi
    while [[ $1 != / ]]; do woven+=("$(jar "$1")"); shift; done
    shift
    while (($#)); do path+=("$(jar "$1")"); shift; done
    mkdir -p "$folder/woven"
    if ! compile "$main" "$folder/$name-program.jar" "${woven[@]}" "${path[@]}"; then
        echo "$name - - ,not_compiled"
        return
    fi
    if ! "$weave" --strip-signatures "$folder/$name-program.jar" "${woven[@]}" -r "$pack" -o "$folder/woven/" --jdk "$jdk17" --classpath "$(path_of "${path[@]}")" >"$folder/weave.log" 2>&1; then
        sed 's/^/    /' "$folder/weave.log" >&2
        echo "$name - - ,not_woven"
        return
    fi
    for release in "${releases[@]}"; do
        home=jdk$release verdict= found=$folder/$release
        mkdir -p "$found-work"
        timeout 120 "${!home}/bin/java" -Xlog:disable -Xlog:all=error:stderr "-XX:StartFlightRecording:filename=$found.jfr,$(settings_of "$pack")" \
            -cp "$(path_of "$folder"/woven/*.jar "${path[@]}")" "$main" "$found-work" >"$found.out" 2>"$found.err" || verdict+=,fails
        [[ -z $verdict ]] || { tail -n 20 "$found.out" "$found.err" | sed 's/^/    /' >&2; }
        "${!home}/bin/java" -cp "$work/tools" ListEvents "$found.jfr" "$found-work" >"$found.events" 2>>"$found.err" || verdict+=,no_recording
        if $bless && [[ $release == 17 && -z $verdict ]]; then cp "$found.events" "$here/packs/$name.txt"; fi
        diff -u "$here/packs/$name.txt" "$found.events" >"$found.diff" || { verdict+=,events_differ; sed 's/^/    /' "$found.diff" >&2; }
        [[ -s $found.events ]] || verdict+=,no_events
        echo "$name $release $(awk '{ sum += $1 } END { print sum + 0 }' "$found.events") ${verdict:-,same}"
    done
}

# --- The whole --------------------------------------------------------------------------------------------------------

short=false only=. bless=false
while (($#)); do
    case $1 in
    --short) short=true ;;
    --only) only=$2; shift ;;
    --bless) bless=true ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) || exit 1
releases=(17)
$short || { jdk25=$(jdk 25) || exit 1; releases+=(25); }
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t list < <(runs | grep -E "^($($short && echo short || echo '.*')) " | awk -v only="$only" '$2 ~ only { sub(/^[^ ]+ /, ""); print }')
((${#list[@]})) || fail "no run matches"
for artifact in $(printf '%s\n' "${list[@]}" | cut -d' ' -f4- | tr ' ' '\n' | grep -v '^/$' | sort -u); do
    line_of "$artifact"
done | sort -u | fetch_all
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$here/java/packs/ListEvents.java" || fail "the Java tool does not compile"
for line in "${list[@]}"; do
    one $line | tee -a "$work/rows"
    echo "done: ${line%% *}" >&2
done >/dev/null
awk '
    BEGIN { printf "%-22s %3s %7s  %s\n", "run", "JDK", "events", "result" }
    { printf "%-22s %3s %7s  %s\n", $1, $2, $3, substr($4, 2) }' "$work/rows"
expected=$((${#list[@]} * ${#releases[@]}))
[[ $(grep -c ',same$' "$work/rows") -eq $expected ]] || fail "differences, or runs without a result"
