import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Address, parseAddress } from './address.ts'
import { receiveFile, receiveText } from './body.ts'
import { type Operation, sendEmpty, sendXml } from './call.ts'
import { keptHeaders } from './object-headers.ts'
import { S3Error } from './s3-error.ts'
import { elementsNamed, textOf } from './xml.ts'

const MAX_DELETIONS = 1000

export const putObject: Operation = async (call) => {
  const { request, store, address } = call
  const { headers } = request
  if (headers['x-amz-copy-source'] !== undefined) return copyObject(call)
  const bucket = store.find(address.bucket)
  const onlyIfNew = headers['if-none-match'] === '*'
  const object = await store.withArrivingFile(async (file) => {
    const { size, md5 } = await receiveFile(request, file)
    return bucket.put(address.key, file, { size, etag: md5, headers: keptHeaders(headers) }, onlyIfNew)
  })
  sendEmpty(call, 200, { etag: `"${object.etag}"` })
}

const copyObject: Operation = async (call) => {
  const { request, store, address } = call
  const { headers } = request
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-copy-source-'))) {
    throw new S3Error('NotImplemented', 'Conditional copies are not supported.')
  }
  const replaceHeaders = headers['x-amz-metadata-directive'] === 'REPLACE'
  const source = sourceOf(String(headers['x-amz-copy-source']))
  if (source.bucket === address.bucket && source.key === address.key && !replaceHeaders) {
    throw new S3Error('InvalidRequest', 'This copy request is illegal because it copies an object to itself without changing it.')
  }
  const target = store.find(address.bucket)
  const { object, file } = await store.find(source.bucket).openBlob(source.key)
  const copy = await store.withArrivingFile(async (arriving) => {
    await pipeline(file.createReadStream(), createWriteStream(arriving, { flags: 'wx' }))
    const { size, etag } = object
    return target.put(address.key, arriving, { size, etag, headers: replaceHeaders ? keptHeaders(headers) : object.headers })
  })
  sendXml(call, 'CopyObjectResult', { ETag: `"${copy.etag}"`, LastModified: copy.lastModified })
}

function sourceOf(header: string): Address {
  const source = parseAddress(header.startsWith('/') ? header : `/${header}`)
  if (source.key === '' || source.query.size > 0) throw new S3Error('InvalidArgument', 'x-amz-copy-source must be <bucket>/<key>.')
  return source
}

export const deleteObject: Operation = async (call) => {
  await call.store.find(call.address.bucket).remove(call.address.key)
  sendEmpty(call, 204)
}

export const deleteObjects: Operation = async (call) => {
  const bucket = call.store.find(call.address.bucket)
  const document = await receiveText(call.request)
  const keys = elementsNamed('Object', document).map((object) => textOf('Key', object) ?? '')
  if (keys.length === 0 || keys.length > MAX_DELETIONS) {
    throw new S3Error('MalformedXML', `The document must name 1 to ${MAX_DELETIONS} objects.`)
  }
  for (const key of keys) await bucket.remove(key)
  const quiet = textOf('Quiet', document) === 'true'
  sendXml(call, 'DeleteResult', quiet ? {} : { Deleted: keys.map((Key) => ({ Key })) })
}
