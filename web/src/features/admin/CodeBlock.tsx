import styles from './CodeBlock.module.css'

interface CodeBlockProps {
  label: string
  children: string
}

/** Shows preformatted text, such as code or JSON, in its own scroll area. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  )
}
