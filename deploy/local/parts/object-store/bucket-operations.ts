import { receiveText } from './body.ts'
import { type Operation, sendEmpty, sendXml } from './call.ts'
import { S3Error } from './s3-error.ts'

export const createBucket: Operation = async (call) => {
  await receiveText(call.request)
  await call.store.create(call.address.bucket)
  sendEmpty(call, 200, { location: `/${call.address.bucket}` })
}

export const headBucket: Operation = async (call) => {
  call.store.find(call.address.bucket)
  sendEmpty(call, 200)
}

/** In S3, an empty location means us-east-1. */
export const getBucketLocation: Operation = async (call) => {
  call.store.find(call.address.bucket)
  sendXml(call, 'LocationConstraint', '')
}

export const getBucketPolicy: Operation = async (call) => {
  const { policy } = call.store.find(call.address.bucket)
  if (!policy) throw new S3Error('NoSuchBucketPolicy', 'The bucket policy does not exist.')
  call.response.writeHead(200, { 'content-type': 'application/json' }).end(policy.text)
}

export const putBucketPolicy: Operation = async (call) => {
  await call.store.find(call.address.bucket).setPolicy(await receiveText(call.request))
  sendEmpty(call, 204)
}

export const deleteBucketPolicy: Operation = async (call) => {
  await call.store.find(call.address.bucket).setPolicy(undefined)
  sendEmpty(call, 204)
}
