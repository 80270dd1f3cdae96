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

/** A line with a label and a value. With a URL, the value is a link. Only the HTML contains this URL. */
export type Fact = readonly [label: string, value: string, url?: string]

/** A block of a mail's body. Its texts are plain text, which `htmlPart` escapes. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  /** Text that a user wrote, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'code'; code: string }
  /** The title of a section of the body. */
  | { kind: 'section'; title: string }
  /** A list of links below a title, for example the tasks of a company. */
  | { kind: 'links'; title: string; lines: readonly LinkedLine[] }
  /** The name of a company, and the content id of its logo. */
  | { kind: 'company'; name: string; logo: string | undefined }
  /** An image that links to `link`. Email apps that block images show `alt` instead. */
  | { kind: 'picture'; src: string; alt: string; link: string }
  /** Pictures that are attached to the mail. Each of them links to `link`. */
  | { kind: 'thumbnails'; thumbnails: readonly Thumbnail[]; link: string }
  /** The filled button. An email has at most one. */
  | { kind: 'action'; label: string; url: string }
  /** Two buttons that open the same page. Only the first, which is the more important one, is filled. */
  | { kind: 'actions'; labels: readonly [string, string]; url: string }
  /** A text link on a line of its own. */
  | { kind: 'link'; label: string; url: string }

/** A block that can stand above the heading. */
export type Lead = Extract<Block, { kind: 'picture' | 'thumbnails' }>

/** The content of an email. Email apps show the subject above the email, so no other text repeats it. */
export interface Draft {
  /** Begins with the most important fact. */
  subject: string
  /** The most important fact that is not in the subject. Email apps show it beside the subject. */
  preheader: string
  /** Absent if the email shows no picture of its topic. */
  lead?: Lead | undefined
  /** The next step of the recipient, or a fact that is not in the subject. */
  heading: string
  blocks: readonly Block[]
}
