import { brand } from '@app/contracts/brand.ts'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/Button.tsx'
import { Checkbox } from '../../shared/ui/Checkbox.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { copyText, saveText } from '../../shared/ui/take-text.ts'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Called when the user has confirmed that the codes are saved. */
  onKept: () => void
}

/** Shows new recovery codes. The server returns them only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)

  function copy(): void {
    copyText(codes.join('\n')).then(
      () => setCopied(true),
      () => notify.error('This browser doesn’t allow copying. Select the codes and copy them yourself.'),
    )
  }

  function download(): void {
    const text = [`Recovery codes for ${brand.name}. Each code signs you in once.`, '', ...codes, ''].join('\n')
    saveText('recovery-codes.txt', text)
  }

  return (
    <div className={styles.recovery}>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button tone="quiet" icon={<Copy aria-hidden="true" />} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button tone="quiet" icon={<Download aria-hidden="true" />} onClick={download}>
          Download
        </Button>
      </div>
      <Checkbox label="I have saved these codes in a safe place" checked={kept} onChange={() => setKept(!kept)} />
      <Button disabled={!kept} onClick={onKept}>
        Continue
      </Button>
    </div>
  )
}
