import type { ReactNode } from 'react'
import content from './content.module.css'

interface WordsProps {
  heading: string
  children: ReactNode
  /** The next step of the recipient. */
  after?: ReactNode
}

/** Heading and explanation of an outcome or a failure. The heading can get the focus. */
export const Words = ({ heading, children, after }: WordsProps) => (
  <>
    <h1 className={content.heading} tabIndex={-1}>
      {heading}
    </h1>
    <p className={content.lead}>{children}</p>
    {after}
  </>
)
