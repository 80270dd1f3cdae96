import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Bucket } from './bucket.ts'
import { removeOldUploads } from './multipart.ts'
import { S3Error } from './s3-error.ts'

export class Store {
  readonly #root: string
  readonly #buckets = new Map<string, Bucket>()

  private constructor(root: string) {
    this.#root = root
  }

  static async open(root: string): Promise<Store> {
    const store = new Store(root)
    await rm(join(root, 'arriving'), { recursive: true, force: true })
    await mkdir(join(root, 'arriving'), { recursive: true })
    await mkdir(join(root, 'buckets'), { recursive: true })
    for (const name of await readdir(join(root, 'buckets'))) {
      const bucket = await store.#open(name)
      await removeOldUploads(bucket)
    }
    return store
  }

  find(name: string): Bucket {
    const bucket = this.#buckets.get(name)
    if (!bucket) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.')
    return bucket
  }

  async create(name: string): Promise<void> {
    if (this.#buckets.has(name)) throw new S3Error('BucketAlreadyOwnedByYou', 'You already own this bucket.')
    await this.#open(name)
  }

  isPublic(bucket: string, key: string): boolean {
    const prefixes = this.#buckets.get(bucket)?.policy?.publicPrefixes ?? []
    return prefixes.some((prefix) => key.startsWith(prefix))
  }

  /** Calls `use` with the path for a temporary file. Deletes the file afterwards if it still exists. */
  async withArrivingFile<T>(use: (file: string) => Promise<T>): Promise<T> {
    const file = join(this.#root, 'arriving', randomUUID())
    try {
      return await use(file)
    } finally {
      await rm(file, { force: true })
    }
  }

  async #open(name: string): Promise<Bucket> {
    const bucket = await Bucket.open(name, join(this.#root, 'buckets', name))
    this.#buckets.set(name, bucket)
    return bucket
  }
}
