import { Copy } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyButton.module.css'
import { copyText } from './take-text.ts'

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The text that the button copies. */
  text: string
}

/** A button that copies a text. Beside it, a status says whether the text was copied. It disappears when the text changes. */
export function CopyButton({ text, ...button }: CopyButtonProps) {
  const [result, setResult] = useState<{ text: string; words: string }>()

  const copy = () =>
    copyText(text).then(
      () => setResult({ text, words: 'Copied' }),
      () => setResult({ text, words: 'This browser doesn’t allow copying. Select the text and copy it yourself.' }),
    )

  return (
    <span className={styles.copy}>
      <Button tone="quiet" size="small" icon={<Copy aria-hidden="true" />} {...button} onClick={() => void copy()} />
      <span className={styles.status} role="status">
        {result?.text === text && result.words}
      </span>
    </span>
  )
}
