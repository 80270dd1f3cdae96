import { labels } from './left-overs.ts'
import { images } from './parts.ts'

export async function startPostgresContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  // testcontainers is large, so it is imported only if it is used.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer(images.postgres)
    .withLabels(labels)
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
    .start()
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop()
    },
  }
}
