/** A piece of a mail's body. Texts are as people wrote them: each part of the mail escapes them its own way. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** What somebody wrote, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'code'; code: string }
  /** Follows `link`, where a reader may do something about it; `alt` is all that is shown where pictures are not. */
  | { kind: 'picture'; src: string; alt: string; link: string }
  | { kind: 'action'; label: string; url: string }

export interface Draft {
  subject: string
  /** The line mail programs show beside the subject. */
  preheader: string
  heading: string
  blocks: readonly Block[]
}
