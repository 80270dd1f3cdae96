import { labels } from './left-overs.ts'
import { images } from './parts.ts'

const SETTINGS = '/etc/palmetto-s3.json'
/** Image and port of a store to test instead of SeaweedFS. The store must read its keys from `S3_ACCESS_KEY` and `S3_SECRET_KEY`. */
const { TEST_STORE_IMAGE, TEST_STORE_PORT = '8333' } = process.env

interface Keys {
  accessKey: string
  secretKey: string
}

export async function startStoreContainer({ accessKey, secretKey }: Keys): Promise<{ endpoint: string; stop(): Promise<void> }> {
  // testcontainers is large, so it is imported only if it is used.
  const { GenericContainer, Wait } = await import('testcontainers')
  const port = Number(TEST_STORE_PORT)
  const actions = ['Admin', 'Read', 'List', 'Tagging', 'Write']
  const identities = [{ name: 'test', credentials: [{ accessKey, secretKey }], actions }]
  const store = new GenericContainer(images.store)
    .withLabels(labels)
    .withExposedPorts(port)
    .withEnvironment({ S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey })
    // Any status below 500, such as 403 for this anonymous request, shows that the store is running.
    .withWaitStrategy(Wait.forHttp('/', port).forStatusCodeMatching((status) => status < 500))
  if (!TEST_STORE_IMAGE) {
    store
      .withCopyContentToContainer([{ content: JSON.stringify({ identities }), target: SETTINGS }])
      .withCommand(['server', '-dir=/data', '-s3', `-s3.port=${port}`, `-s3.config=${SETTINGS}`, '-volume.max=0'])
  }
  const container = await store.start()
  return {
    endpoint: `http://${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop()
    },
  }
}
