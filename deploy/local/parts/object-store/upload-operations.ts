import { receiveFile, receiveText } from './body.ts'
import { type Call, type Operation, sendEmpty, sendXml, sendXmlOf } from './call.ts'
import { addPart, assemble, findUpload, listParts, listUploads, type Part, removeUpload, startUpload, type Upload } from './multipart.ts'
import { keptHeaders } from './object-headers.ts'
import { S3Error } from './s3-error.ts'
import { elementsNamed, textOf, type XmlContent } from './xml.ts'

const MAX_PART_NUMBER = 10_000
const MAX_UPLOADS = 1000

export const createUpload: Operation = async (call) => {
  const { request, store, address } = call
  const upload = await startUpload(store.find(address.bucket), address.key, keptHeaders(request.headers))
  sendXml(call, 'InitiateMultipartUploadResult', { Bucket: address.bucket, Key: address.key, UploadId: upload.id })
}

export const uploadPart: Operation = async (call) => {
  const { request, store, address } = call
  if (request.headers['x-amz-copy-source'] !== undefined) throw new S3Error('NotImplemented', 'Parts cannot be copied.')
  const number = Number(address.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MAX_PART_NUMBER}.`)
  }
  const bucket = store.find(address.bucket)
  const upload = await uploadOf(call)
  const etag = await store.withArrivingFile(async (file) => {
    const { md5 } = await receiveFile(request, file)
    await addPart(bucket, upload, number, file, md5)
    return md5
  })
  sendEmpty(call, 200, { etag: `"${etag}"` })
}

async function complete({ request, store, address }: Call, upload: Upload): Promise<XmlContent> {
  const bucket = store.find(address.bucket)
  const chosen = choose(await listParts(bucket, upload), await receiveText(request))
  const object = await store.withArrivingFile(async (file) => {
    const facts = await assemble(chosen, file)
    return bucket.put(address.key, file, { ...facts, headers: upload.headers })
  })
  await removeUpload(bucket, upload)
  const location = `http://${request.headers.host}${address.path}`
  return { Location: location, Bucket: bucket.name, Key: upload.key, ETag: `"${object.etag}"` }
}

export const completeUpload: Operation = async (call) =>
  sendXmlOf(call, 'CompleteMultipartUploadResult', complete(call, await uploadOf(call)))

export const abortUpload: Operation = async (call) => {
  await removeUpload(call.store.find(call.address.bucket), await uploadOf(call))
  sendEmpty(call, 204)
}

export const listUploadParts: Operation = async (call) => {
  const { store, address } = call
  const upload = await uploadOf(call)
  const parts = await listParts(store.find(address.bucket), upload)
  sendXml(call, 'ListPartsResult', {
    Bucket: address.bucket,
    Key: upload.key,
    UploadId: upload.id,
    IsTruncated: false,
    Part: parts.map(({ number, etag, size, lastModified }) => ({
      PartNumber: number,
      LastModified: lastModified,
      ETag: `"${etag}"`,
      Size: size,
    })),
  })
}

export const listUnfinishedUploads: Operation = async (call) => {
  const { store, address } = call
  const prefix = address.query.get('prefix') ?? ''
  const uploads = await listUploads(store.find(address.bucket), prefix)
  sendXml(call, 'ListMultipartUploadsResult', {
    Bucket: address.bucket,
    Prefix: prefix,
    IsTruncated: false,
    Upload: uploads.slice(0, MAX_UPLOADS).map(({ id, key, initiated }) => ({ Key: key, UploadId: id, Initiated: initiated })),
  })
}

function uploadOf({ store, address }: Call): Promise<Upload> {
  return findUpload(store.find(address.bucket), address.key, address.query.get('uploadId') ?? '')
}

/** Returns the parts that the client's XML lists. Throws if a part or its ETag does not exist, or if the part numbers do not ascend. */
function choose(parts: Part[], document: string): Part[] {
  const chosen = elementsNamed('Part', document).map((named) => {
    const number = Number(textOf('PartNumber', named))
    const etag = textOf('ETag', named)?.trim().replaceAll('"', '')
    const part = parts.find((candidate) => candidate.number === number && candidate.etag === etag)
    if (!part) throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.')
    return part
  })
  if (chosen.length === 0) throw new S3Error('MalformedXML', 'The document names no parts.')
  if (chosen.some((part, index) => part.number <= (chosen[index - 1]?.number ?? 0))) {
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.')
  }
  return chosen
}
