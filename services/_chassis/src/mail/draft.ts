/** A block of a mail's body. Its texts are plain text, which `htmlPart` escapes. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** Text that a user wrote, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'code'; code: string }
  /** An image that links to `link`. Mail programs that block images show `alt` instead. */
  | { kind: 'picture'; src: string; alt: string; link: string }
  | { kind: 'action'; label: string; url: string }

export interface Draft {
  subject: string
  /** Preview text that mail programs show beside the subject. */
  preheader: string
  heading: string
  blocks: readonly Block[]
}
