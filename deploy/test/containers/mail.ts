import { labels } from './left-overs.ts'
import { images } from './parts.ts'

/** A mail catcher in a container: an SMTP server that we did not write, and `GET /email` of what it took. */
export async function startMailContainer(): Promise<{ smtpUrl: string; url: string; stop(): Promise<void> }> {
  // Loaded only when asked for: testcontainers is large.
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
