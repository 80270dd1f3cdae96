import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { type BucketPolicy, parsePolicy } from './policy.ts'
import { S3Error } from './s3-error.ts'

export interface StoredObject {
  key: string
  blob: string
  size: number
  etag: string
  /** ISO time */
  lastModified: string
  /** Headers that are sent with the content, such as content-type, cache-control and x-amz-meta-… */
  headers: Record<string, string>
}

/**
 * The objects of one bucket. `blobs/` contains the content of the objects. `objects/` contains one JSON file per object, named by the hash
 * of the key. The JSON file names the file in `blobs/`. A new version of an object takes effect when its JSON file is replaced.
 */
export class Bucket {
  readonly name: string
  readonly uploadsDir: string
  policy: BucketPolicy | undefined
  readonly #dir: string
  readonly #objects = new Map<string, StoredObject>()
  #lastChange: Promise<unknown> = Promise.resolve()

  private constructor(name: string, dir: string) {
    this.name = name
    this.#dir = dir
    this.uploadsDir = join(dir, 'uploads')
  }

  static async open(name: string, dir: string): Promise<Bucket> {
    const bucket = new Bucket(name, dir)
    for (const part of ['objects', 'blobs', 'uploads']) await mkdir(join(dir, part), { recursive: true })
    await bucket.#load()
    return bucket
  }

  find(key: string): StoredObject {
    const object = this.#objects.get(key)
    if (!object) throw new S3Error('NoSuchKey', 'The specified key does not exist.')
    return object
  }

  /** Returns all objects whose keys start with the prefix, in the order of S3 (UTF-8 bytes). */
  list(prefix: string): StoredObject[] {
    const found = [...this.#objects.values()].filter(({ key }) => key.startsWith(prefix))
    return found.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
  }

  /** Opens an object's content. The caller must close the file. */
  async openBlob(key: string): Promise<{ object: StoredObject; file: FileHandle }> {
    const object = this.find(key)
    try {
      return { object, file: await open(join(this.#dir, 'blobs', object.blob)) }
    } catch (error) {
      // The object was replaced or deleted after `find`, so look it up again.
      if (this.#objects.get(key) !== object) return this.openBlob(key)
      throw error
    }
  }

  put(key: string, file: string, facts: Pick<StoredObject, 'size' | 'etag' | 'headers'>, onlyIfNew = false): Promise<StoredObject> {
    return this.#inTurn(async () => {
      const previous = this.#objects.get(key)
      if (previous && onlyIfNew) throw new S3Error('PreconditionFailed', 'An object with this key exists already.')
      const object = { key, blob: randomUUID(), lastModified: new Date().toISOString(), ...facts }
      await rename(file, join(this.#dir, 'blobs', object.blob))
      await replaceFile(this.#recordOf(key), JSON.stringify(object))
      this.#objects.set(key, object)
      if (previous) await this.#removeBlob(previous)
      return object
    })
  }

  /** Deletes an object. Succeeds if the object does not exist, as in S3. */
  remove(key: string): Promise<void> {
    return this.#inTurn(async () => {
      const object = this.#objects.get(key)
      if (!object) return
      await rm(this.#recordOf(key), { force: true })
      this.#objects.delete(key)
      await this.#removeBlob(object)
    })
  }

  async setPolicy(text: string | undefined): Promise<void> {
    const policy = text === undefined ? undefined : parsePolicy(this.name, text)
    const file = join(this.#dir, 'policy.json')
    if (text === undefined) await rm(file, { force: true })
    else await replaceFile(file, text)
    this.policy = policy
  }

  #recordOf(key: string): string {
    return join(this.#dir, 'objects', `${createHash('sha256').update(key).digest('hex')}.json`)
  }

  async #removeBlob({ blob }: StoredObject): Promise<void> {
    await rm(join(this.#dir, 'blobs', blob), { force: true })
  }

  /** Runs changes one after the other, so that the index in memory and the files on disk change in the same order. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#lastChange.then(change, change)
    this.#lastChange = result.catch(() => {})
    return result
  }

  async #load(): Promise<void> {
    const records = join(this.#dir, 'objects')
    for (const name of await readdir(records)) {
      if (!name.endsWith('.json')) {
        await rm(join(records, name))
        continue
      }
      const object: StoredObject = JSON.parse(await readFile(join(records, name), 'utf8'))
      this.#objects.set(object.key, object)
    }
    const known = new Set([...this.#objects.values()].map(({ blob }) => blob))
    for (const blob of await readdir(join(this.#dir, 'blobs'))) {
      if (!known.has(blob)) await rm(join(this.#dir, 'blobs', blob))
    }
    const policy = await readFile(join(this.#dir, 'policy.json'), 'utf8').catch(() => undefined)
    this.policy = policy === undefined ? undefined : parsePolicy(this.name, policy)
  }
}
