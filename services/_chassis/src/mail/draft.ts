/** A file that a mail shows as a small picture. */
export interface Thumbnail {
  /** Content id of the picture, which is attached to the mail. Undefined if there is no picture: the mail shows `alt` as a link. */
  contentId: string | undefined
  /** The kind, the position and the duration of the file, for example "Video 2 of 3, 1:05". */
  alt: string
  /** Words below the picture, for example "Video · 1:05". Empty if the picture needs none. */
  note: string
  /** Size in pixels at which the picture is shown. */
  width: number
  height: number
}

/** A linked line of a list, with short notes below the link. */
export interface LinkedLine {
  text: string
  url: string
  notes: readonly string[]
}

/** A block of a mail's body. Its texts are plain text, which `htmlPart` escapes. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** Text that a user wrote, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'code'; code: string }
  /** The title of a section of the body. */
  | { kind: 'section'; title: string }
  /** A list of links below a title, for example the tasks of a company. */
  | { kind: 'links'; title: string; lines: readonly LinkedLine[] }
  /** The name of a company, and the content id of its logo. */
  | { kind: 'company'; name: string; logo: string | undefined }
  /** An image that links to `link`. Mail programs that block images show `alt` instead. */
  | { kind: 'picture'; src: string; alt: string; link: string }
  /** Pictures that are attached to the mail. Each of them links to `link`. */
  | { kind: 'thumbnails'; thumbnails: readonly Thumbnail[]; link: string }
  /** A button. A quiet button is less prominent. */
  | { kind: 'action'; label: string; url: string; isQuiet?: boolean }
  /** Two buttons that open the same page. The first is the more important one. */
  | { kind: 'actions'; labels: readonly [string, string]; url: string }

export interface Draft {
  subject: string
  /** Preview text that mail programs show beside the subject. */
  preheader: string
  heading: string
  blocks: readonly Block[]
}
