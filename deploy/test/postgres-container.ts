/** A throw-away Postgres from an image, or undefined where no Docker engine answers. */
export async function startPostgresContainer(image: string): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  // Loaded only when asked for: testcontainers is large.
  const { getContainerRuntimeClient } = await import('testcontainers')
  const engine = await getContainerRuntimeClient().catch(() => undefined)
  if (!engine) return undefined
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer(image)
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
    .start()
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop()
    },
  }
}
