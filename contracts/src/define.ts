import type * as Type from 'typebox'

/** The services in the order in which they start, each with its title on operators' screens. */
export const serviceTitles = {
  identity: 'Accounts',
  company: 'Companies',
  tasks: 'Tasks',
  documents: 'Documents',
  'crm-proxy': 'Customers',
  campaigns: 'Campaigns',
  notifications: 'Notifications',
} as const
export type ServiceName = keyof typeof serviceTitles
export const serviceNames = Object.keys(serviceTitles) as readonly ServiceName[]

/** The callers that may use a route. `signed-in`: owners and admins. `operator`: admins who also operate the product. */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin' | 'operator'

/**
 * The files that a field accepts. The pictures of these kinds are written again without metadata: `photo` (JPEG and PNG), `image` (every
 * common format), `mail-image` (also every common format, written in a format that email apps show) and `poster` (JPEG, PNG and WebP).
 * Files of the other kinds stay as they are: `task-image` (a picture that browsers show), `content` (pictures, videos and PDF files of a
 * preview) and `document` (office documents, PDF and text).
 */
export type FileKind = 'photo' | 'image' | 'mail-image' | 'poster' | 'task-image' | 'content' | 'document'

export interface FileField {
  kind: FileKind
  /** Maximum size of a file. In a field of the kind `content`, pictures and PDF files have smaller limits: `contentMaxBytes`. */
  maxBytes: number
  refusal: string
}

/** A multipart/form-data body. Text fields are strings on the wire. Each file field accepts at most one file. */
export interface FormContract {
  fields: Type.TObject
  files: Record<string, FileField>
}

export interface RouteContract {
  /** A unique id. It is also the operation id in OpenAPI. */
  id: string
  /** The service that handles the route, in files with routes of several services. `surface.ts` has the services of the other files. */
  service?: ServiceName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path without the optional `/api` prefix. Parameters are written as `:name`. */
  url: string
  access: Access
  summary: string
  /** Only services and the gateway call this route. The gateway does not forward requests of clients to it. */
  internal?: true
  /** The response is a stream of server-sent events. The gateway does not buffer the stream and does not limit its duration. */
  stream?: true
  /**
   * Content type of a response that is not JSON. If a browser opens the URL of a `text/html`, `text/calendar` or `image/gif` route, the
   * gateway returns the route's response. If a browser opens the URL of another GET route, the gateway returns a page of the web app. The
   * gateway forwards `application/zip` and `application/pdf` responses like downloads of files.
   */
  answers?: 'text/html' | 'text/csv' | 'text/calendar' | 'image/gif' | 'application/jsonl' | 'application/zip' | 'application/pdf'
  /**
   * The request must contain the version of the record that the caller has seen: `If-Match: "<version>"`. Without it, the response is 428.
   * With an old version, it is 409.
   */
  versioned?: true
  /** The route accepts an `Idempotency-Key`. Requests with the same key take effect only once and all get the first response. */
  idempotent?: true
  /** Size limit of the JSON body, in bytes. Default: the length of the longest body that matches the schema (`jsonBytesMax`). */
  bodyMaxBytes?: number
  schema: {
    params?: Type.TObject
    querystring?: Type.TObject
    body?: Type.TObject
    /** Schemas of the success responses, by status code. Every error response is a `Problem`. */
    response: Record<number, Type.TSchema>
  }
  form?: FormContract
}

export function defineRoute<const T extends RouteContract>(route: T): T {
  return route
}

export interface EventContract {
  /** Format: `<service>.<what-happened>.v<N>`. It is also the CloudEvents `type` and the routing key. */
  type: `${ServiceName}.${string}.v${number}`
  summary: string
  /** The kind of entity that the event is about. The entity's id is the CloudEvents `subject`. */
  aggregate: string
  data: Type.TObject
}

/** Declares a domain event. New fields of `data` must be optional. Any other change of `data` needs a new version. */
export function defineEvent<const T extends EventContract>(event: T): T {
  return event
}

export type EventData<T extends EventContract> = Type.Static<T['data']>
export type FormFields<T extends { form: FormContract }> = Type.Static<T['form']['fields']>
export type FileName<T extends { form: FormContract }> = Extract<keyof T['form']['files'], string>

export type ValueOf<S> = S extends Type.TSchema ? Type.Static<S> : never
