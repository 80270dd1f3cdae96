import type { Address } from './address.ts'
import { createBucket, deleteBucketPolicy, getBucketLocation, getBucketPolicy, headBucket, putBucketPolicy } from './bucket-operations.ts'
import type { Operation } from './call.ts'
import { listObjects } from './list-objects.ts'
import { getObject, headObject } from './read-object.ts'
import { S3Error } from './s3-error.ts'
import { abortUpload, completeUpload, createUpload, listUnfinishedUploads, listUploadParts, uploadPart } from './upload-operations.ts'
import { deleteObject, deleteObjects, putObject } from './write-object.ts'

const OPERATIONS: Record<string, Operation> = {
  'PUT bucket': createBucket,
  'HEAD bucket': headBucket,
  'GET bucket location': getBucketLocation,
  'GET bucket policy': getBucketPolicy,
  'PUT bucket policy': putBucketPolicy,
  'DELETE bucket policy': deleteBucketPolicy,
  'GET bucket uploads': listUnfinishedUploads,
  'GET bucket list-type': listObjects,
  'POST bucket delete': deleteObjects,
  'GET object': getObject,
  'HEAD object': headObject,
  'PUT object': putObject,
  'DELETE object': deleteObject,
  'POST object uploads': createUpload,
  'PUT object uploadId': uploadPart,
  'POST object uploadId': completeUpload,
  'DELETE object uploadId': abortUpload,
  'GET object uploadId': listUploadParts,
}

const SUBRESOURCES = ['location', 'policy', 'uploads', 'uploadId', 'list-type', 'delete']
const PARAMETERS = [
  'prefix',
  'delimiter',
  'encoding-type',
  'max-keys',
  'start-after',
  'continuation-token',
  'fetch-owner',
  'key-marker',
  'upload-id-marker',
  'max-uploads',
  'partNumber',
  'part-number-marker',
]

/** Rejects unknown query parameters, because they could change the meaning of the request. */
export function findOperation(method: string, { query, key }: Address): Operation {
  const names = [...query.keys()].filter((name) => !/^(X-Amz-|response-)/.test(name) && name !== 'x-id' && !PARAMETERS.includes(name))
  const unknown = names.filter((name) => !SUBRESOURCES.includes(name))
  const operation = OPERATIONS[[method, key === '' ? 'bucket' : 'object', ...names].join(' ')]
  if (unknown.length > 0 || !operation) {
    throw new S3Error('NotImplemented', `The local object store does not support ${[method, ...names].join(' ')} on this URL.`)
  }
  return operation
}

export function isRead(operation: Operation): boolean {
  return operation === getObject || operation === headObject
}
