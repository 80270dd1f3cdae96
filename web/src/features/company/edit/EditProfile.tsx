import { formatSize } from '@app/contracts/format/file-size.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSignedOutMessage } from '../../../shared/api/use-signed-out-message.ts'
import { useConfirmLinks } from '../../../shared/form/use-confirm-links.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import type { FieldParts } from '../field-parts.ts'
import { ProfileFields } from '../ProfileFields.tsx'
import { filesOf } from '../profile-form.ts'
import { profileLabels } from '../profile-labels.ts'
import { ChangedField } from './ChangedField.tsx'
import { ChangedImage } from './ChangedImage.tsx'
import styles from './EditProfile.module.css'
import { EditingContext } from './editing.ts'
import { fileShares } from './file-shares.ts'
import { useEditProfile } from './use-edit-profile.ts'

const ChangedElsewhere = lazyPart(() => import('./ChangedElsewhere.tsx'))
const laterParts = [ChangedElsewhere]

const parts: FieldParts = { Text: ChangedField, Image: ChangedImage }

export default function EditProfile({ profile, onSaved }: { profile: CompanyProfile; onSaved: () => void }) {
  const editing = useEditProfile({ profile, onSaved })
  const { form, before, changes, news, differences, failure } = editing
  const isBusy = form.state === 'busy'
  /** The field with this name gets the focus. The URL contains the name. */
  const wanted = new URLSearchParams(useLocation().search).get('field')
  const size = Object.values(filesOf(form.values)).reduce((sum, file) => sum + file.size, 0)

  useSignedOutMessage(() => toast.failed('You must be logged in to update company profile'))
  useConfirmLinks(form)
  useLoadedWhenIdle(laterParts)
  useEffect(() => {
    const { current } = form.element
    const named = wanted === null ? null : current?.elements.namedItem(wanted)
    const focused = named instanceof HTMLElement ? named : current?.querySelector('input')
    focused?.focus()
  }, [form.element, wanted])

  return (
    <EditingContext value={{ before, shares: isBusy ? fileShares(form.values, editing.share) : {} }}>
      <ProfileFields
        form={form}
        parts={parts}
        before={
          <>
            <div className={styles.news} data-shown={news.length > 0}>
              <p role="status">
                {news.length > 0 && `This profile was changed elsewhere: ${news.map(({ name }) => profileLabels[name]).join(', ')}.`}
              </p>
              {news.length > 0 && (
                <Button tone="quiet" size="small" onClick={editing.showNews}>
                  See what changed
                </Button>
              )}
            </div>
            {differences.length > 0 && (
              <ChangedElsewhere
                mergeCount={editing.mergeCount}
                differences={differences}
                values={form.values}
                isBusy={isBusy}
                showUndecided={editing.showUndecided}
                onDecide={editing.decide}
              />
            )}
          </>
        }
      >
        <div className={styles.save}>
          {failure && <p className={styles.failure}>{failure}</p>}
          <p className={styles.count}>{isBusy && size > 0 ? sentOf(editing.share, size) : inWords(changes.length)}</p>
          <Button type="submit" state={form.state} busyLabel="Saving..." doneLabel="Saved">
            Save Changes
          </Button>
        </div>
      </ProfileFields>
    </EditingContext>
  )
}

/** Returns the progress of the upload as text. Each picture shows its own progress, too, but may be scrolled out of view. */
const sentOf = (share: number, size: number): string => `${formatSize(share * size)} of ${formatSize(size)} uploaded`

function inWords(changes: number): string {
  if (changes === 0) return 'No changes yet'
  return changes === 1 ? '1 change' : `${changes} changes`
}
