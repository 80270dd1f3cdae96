import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { S3Error } from './s3-error.ts'

export interface BucketPolicy {
  text: string
  /** Objects whose keys start with one of these prefixes are public. */
  publicPrefixes: string[]
}

const oneOrMore = (text: Type.TSchema) => Type.Union([text, Type.Array(text, { minItems: 1 })])
const Everybody = Type.Literal('*')

const Policy = Type.Object(
  {
    Version: Type.Optional(Type.String()),
    Statement: Type.Array(
      Type.Object(
        {
          Sid: Type.Optional(Type.String()),
          Effect: Type.Literal('Allow'),
          Principal: Type.Union([Everybody, Type.Object({ AWS: oneOrMore(Everybody) })]),
          Action: oneOrMore(Type.Literal('s3:GetObject')),
          Resource: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** Parses a bucket policy. Throws for all statements except those that allow public read access to a folder. */
export function parsePolicy(bucket: string, text: string): BucketPolicy {
  const policy = parseJson(text)
  if (!Check(Policy, policy)) throw malformed()
  const resources = policy.Statement.flatMap(({ Resource }) => Resource)
  return { text, publicPrefixes: resources.map((resource) => prefixOf(bucket, resource)) }
}

function prefixOf(bucket: string, resource: string): string {
  const start = `arn:aws:s3:::${bucket}/`
  const prefix = resource.slice(start.length, -1)
  if (!resource.startsWith(start) || !resource.endsWith('/*') || prefix.length < 2 || /[*?]/.test(prefix)) throw malformed()
  return prefix
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

function malformed(): S3Error {
  return new S3Error(
    'MalformedPolicy',
    'The local object store supports only policies that allow public s3:GetObject on a folder of the bucket.',
  )
}
