import { brandImageFields, type CompanyProfile } from '@app/contracts/http/company.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { profileLabels } from '../profile-labels.ts'
import styles from './BrandPictures.module.css'

export function BrandPictures({ profile }: { profile: CompanyProfile }) {
  const overlay = useOverlay(['show'])
  const shown = brandImageFields.find((name) => name === overlay.search.get('show'))
  const large = shown && profile[shown]

  return (
    <>
      <ul className={styles.pictures}>
        {brandImageFields.map((name) => (
          <li key={name} className={styles.picture} data-empty={profile[name] ? undefined : ''}>
            {profile[name] ? (
              <button
                type="button"
                className={styles.frame}
                aria-label={`Enlarge ${profileLabels[name]}`}
                onClick={() => overlay.open('show', name)}
              >
                <img src={profile[name]} alt="" loading="lazy" />
              </button>
            ) : (
              <span className={styles.frame}>Not added yet</span>
            )}
            <span className={styles.caption}>{profileLabels[name]}</span>
          </li>
        ))}
      </ul>
      {large && (
        <Dialog wide title={profileLabels[shown]} onClose={overlay.close}>
          <img className={styles.large} src={large} alt={profileLabels[shown]} />
        </Dialog>
      )}
    </>
  )
}
