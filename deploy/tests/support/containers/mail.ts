import { labels } from './left-overs.ts'
import { images } from './parts.ts'

/** Starts a mail catcher in a container: a third-party SMTP server. Its route `GET /email` lists the received mails. */
export async function startMailContainer(): Promise<{ smtpUrl: string; url: string; stop(): Promise<void> }> {
  // testcontainers is large, so it is imported only if it is used.
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(images.mail)
    .withLabels(labels)
    .withExposedPorts(1025, 1080)
    .withWaitStrategy(Wait.forAll([Wait.forListeningPorts(), Wait.forHttp('/email', 1080)]))
    .start()
  const host = container.getHost()
  return {
    smtpUrl: `smtp://${host}:${container.getMappedPort(1025)}`,
    url: `http://${host}:${container.getMappedPort(1080)}`,
    stop: async () => {
      await container.stop()
    },
  }
}
