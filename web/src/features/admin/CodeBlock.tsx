import styles from './CodeBlock.module.css'

interface CodeBlockProps {
  label: string
  children: string
}

/** What machines read, line by line as it is. It scrolls by itself. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  )
}
