/** What an article's front matter says of it, and how long it takes to read. */
export interface ArticleFacts {
  title: string
  description: string
  /** The day it was published, a calendar date. */
  date: string
  comments: number
  teaser: string
  minutes: number
}
