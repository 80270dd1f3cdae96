import styles from './CodeBlock.module.css'

interface CodeBlockProps {
  label: string
  children: string
}

export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  )
}
