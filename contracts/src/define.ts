import type * as Type from 'typebox'

/** The services that own routes and events, in the order of their start, each with the title for operators. */
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

/** The callers of a route. `signed-in`: owners and admins. `owner`, `admin`: only that role. `operator`: admins with the operator flag. */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin' | 'operator'

/**
 * The files that a field accepts. `photo`: JPEG and PNG. `image`: image formats that browsers show. `mail-image`: these, and BMP and SVG.
 * `poster`: JPEG, PNG and WebP. `document`: office documents, PDF and text. `content`: the pictures, videos and PDF files of a preview.
 */
export type FileKind = 'photo' | 'image' | 'mail-image' | 'poster' | 'document' | 'content'

export interface FileField {
  kind: FileKind
  /** Maximum size of a file. The types of the kind `content` have smaller limits: `contentMaxBytes`. */
  maxBytes: number
  /** The error message for other files. */
  refusal: string
}

/** A multipart/form-data body: text fields (strings on the wire), and at most one file per file field. */
export interface FormContract {
  fields: Type.TObject
  files: Record<string, FileField>
}

export interface RouteContract {
  /** Unique id; also the operation id in OpenAPI. */
  id: string
  /** The service that handles the route. `each`: all services handle it, and `:service` in the path selects one. */
  service: ServiceName | 'each'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path without the optional `/api` prefix. Parameters are written as `:name`. */
  url: string
  access: Access
  summary: string
  /** Called only by other services. The gateway does not forward it. */
  internal?: true
  /** The response is a stream of server-sent events. The gateway does not buffer it and sets no time limit. */
  stream?: true
  /** Content type of the response if it is not JSON. An HTML page of a service takes precedence over a page of the web app. */
  answers?: 'text/html' | 'text/csv'
  /** Accepts an `Idempotency-Key`: repeated requests with the same key take effect once and get the first response. */
  idempotent?: true
  schema: {
    params?: Type.TObject
    querystring?: Type.TObject
    body?: Type.TObject
    /** Schemas of the success responses, by status. All error responses are a `Problem`. */
    response: Record<number, Type.TSchema>
  }
  form?: FormContract
}

/** Declares a route for the service, the gateway, the web app and OpenAPI. */
export function defineRoute<const T extends RouteContract>(route: T): T {
  return route
}

export interface EventContract {
  /** `<service>.<what-happened>.v<N>`. It is the CloudEvents `type` and the routing key. */
  type: `${ServiceName}.${string}.v${number}`
  summary: string
  /** The kind of entity that the event is about. Its id is the CloudEvents `subject`. */
  aggregate: string
  data: Type.TObject
}

/** Declares a domain event. Within a version, its data may only be extended by optional fields. */
export function defineEvent<const T extends EventContract>(event: T): T {
  return event
}

export type EventData<T extends EventContract> = Type.Static<T['data']>
export type FormFields<T extends { form: FormContract }> = Type.Static<T['form']['fields']>
export type FileName<T extends { form: FormContract }> = Extract<keyof T['form']['files'], string>

/** The type of values of a schema; `never` if the argument is not a schema. */
export type ValueOf<S> = S extends Type.TSchema ? Type.Static<S> : never
