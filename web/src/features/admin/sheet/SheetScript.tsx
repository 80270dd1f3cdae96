import { getSheetScript } from '@app/contracts/http/sheets.ts'
import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { copyText } from '../../../shared/ui/take-text.ts'
import { CodeBlock } from '../CodeBlock.tsx'
import styles from './SheetScript.module.css'

/** The script contains the secret of the company, so it is requested only on demand and not cached. */
export function SheetScript({ companyProfileId }: { companyProfileId: string }) {
  const [status, setStatus] = useState('')
  const shown = useMutation({
    mutationFn: () => adminCall(getSheetScript, { params: { id: companyProfileId } }),
    gcTime: 0,
    onError: (error) => {
      if (!isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t load the script'))
    },
  })

  function hide(): void {
    shown.reset()
    setStatus('')
  }

  const copy = (script: string) =>
    copyText(script).then(
      () => setStatus('Copied'),
      () => toast.failed('This browser doesn’t allow copying. Select the script and copy it yourself.'),
    )

  return (
    <div className={styles.script}>
      <div className={styles.actions}>
        <Button
          tone="quiet"
          size="small"
          aria-expanded={shown.isSuccess}
          state={shown.isPending ? 'busy' : 'idle'}
          onClick={() => (shown.isSuccess ? hide() : shown.mutate())}
        >
          {shown.isSuccess ? 'Hide the script' : 'Show the script'}
        </Button>
        {shown.data && (
          <Button size="small" icon={<Copy aria-hidden="true" />} onClick={() => void copy(shown.data.script)}>
            Copy the script
          </Button>
        )}
        <span className={styles.status} role="status">
          {status}
        </span>
      </div>
      {shown.data && <CodeBlock label={`Script, version ${shown.data.version}`}>{shown.data.script}</CodeBlock>}
    </div>
  )
}
