import type { FormContract, RouteContract, ValueOf } from '@app/contracts/define.ts'

type Schema<R extends RouteContract, Part extends string> = R['schema'] extends Record<Part, infer S> ? ValueOf<S> : never

/**
 * The type `{ [Name]: Value }` for one part of a request, for example `params`. If the route's schema does not contain the part, the
 * property is forbidden. If all fields of the part are optional, the property is optional.
 */
type PartOf<Name extends string, Value> = [Value] extends [never]
  ? { [K in Name]?: never }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

type FormOf<R extends RouteContract> = R extends { form: infer F extends FormContract }
  ? { form: { fields: ValueOf<F['fields']>; files?: { [K in keyof F['files']]?: File | null } } }
  : { form?: never }

/** The version of the record that the caller has seen, for routes that require it. */
type VersionOf<R extends RouteContract> = R extends { versioned: true } ? { version: number } : { version?: never }

export interface AnyInput {
  params?: object
  query?: object
  body?: object
  form?: { fields: object; files?: object }
  signal?: AbortSignal
  /** Sent as `If-Match`. If the record has another version, the server responds 409. */
  version?: number
  /** `ETag` of the caller's cached copy, sent as `If-None-Match`. If the copy is current, the server responds 304 without a body. */
  knownTag?: string
  /** Called for forms, with the share of the upload that is sent, 0 to 1. */
  onProgress?: (share: number) => void
}

export type CallInput<R extends RouteContract> = AnyInput &
  PartOf<'params', Schema<R, 'params'>> &
  PartOf<'query', Schema<R, 'querystring'>> &
  PartOf<'body', Schema<R, 'body'>> &
  FormOf<R> &
  VersionOf<R>

export type Reply<R extends RouteContract> = {
  [Status in keyof R['schema']['response']]: ValueOf<R['schema']['response'][Status]>
}[keyof R['schema']['response']]
