import type * as Type from 'typebox'

/** The services that own routes and events, in starting order, each with the title that operators read. */
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

/** Who may call a route. `signed-in` is any owner or admin; `owner` and `admin` are those roles only, `operator` admins that are marked so. */
export type Access = 'public' | 'signed-in' | 'owner' | 'admin' | 'operator'

/**
 * Which bytes a file field takes: `photo` is JPEG or PNG, `image` any picture format browsers show, `mail-image` those, BMP and
 * SVG besides, `document` what offices write.
 */
export type FileKind = 'photo' | 'image' | 'mail-image' | 'document'

export interface FileField {
  kind: FileKind
  /** Largest accepted size in bytes. */
  maxBytes: number
  /** What the refusal of other bytes says. */
  refusal: string
}

/** A multipart/form-data body: text fields (strings on the wire) and at most one file per file field. */
export interface FormContract {
  fields: Type.TObject
  files: Record<string, FileField>
}

export interface RouteContract {
  /** Unique in the product; the operation id in OpenAPI. */
  id: string
  /** Who answers it. `each`: every service for itself, and `:service` in the path says which. */
  service: ServiceName | 'each'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path without the optional `/api` prefix, parameters as `:name`. */
  url: string
  access: Access
  summary: string
  /** Only reached from other services, never through the gateway. */
  internal?: true
  /** Answered as a server-sent event stream; the gateway neither buffers nor times it out. */
  stream?: true
  /** What it answers in place of JSON. HTML is a page of the service's own, where a browser would else get the web app. */
  answers?: 'text/html' | 'text/csv'
  /** Takes an `Idempotency-Key`: sent again with the same key, it has its effect once and answers as the first time. */
  idempotent?: true
  schema: {
    params?: Type.TObject
    querystring?: Type.TObject
    body?: Type.TObject
    /** Success replies by status. Every refusal is a `Problem`. */
    response: Record<number, Type.TSchema>
  }
  form?: FormContract
}

/** Declares a route once, for the service that answers it, the gateway, the web and OpenAPI. */
export function defineRoute<const T extends RouteContract>(route: T): T {
  return route
}

export interface EventContract {
  /** `<service>.<what-happened>.v<N>`: the CloudEvents `type` and the routing key. */
  type: `${ServiceName}.${string}.v${number}`
  summary: string
  /** What the event is about; `subject` in CloudEvents is this aggregate's id. */
  aggregate: string
  data: Type.TObject
}

/** Declares a domain event. Within a version its data only ever grows by optional fields. */
export function defineEvent<const T extends EventContract>(event: T): T {
  return event
}

export type EventData<T extends EventContract> = Type.Static<T['data']>
export type FormFields<T extends { form: FormContract }> = Type.Static<T['form']['fields']>
export type FileName<T extends { form: FormContract }> = Extract<keyof T['form']['files'], string>

/** What values of a schema look like; `never` for what is no schema. */
export type ValueOf<S> = S extends Type.TSchema ? Type.Static<S> : never
