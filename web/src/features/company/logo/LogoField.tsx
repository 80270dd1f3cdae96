import { Crop, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import type { FieldParts } from '../field-parts.ts'
import { colourFields } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import styles from './LogoField.module.css'
import { LOGO_SIDE_MIN, type LogoLook } from './logo-look.ts'

/** The editor is loaded on demand, because most owners do not need the editor and its library (`react-easy-crop`). */
const LogoEditor = lazyPart(() => import('./LogoEditor.tsx'), { missing: PanelMissing })

interface LogoFieldProps {
  of: FieldParts
  look: LogoLook | undefined
}

/** The logo of a company, with warnings about a bad logo, a button to crop it, and the colors in it. */
export function LogoField({ of: { Image }, look }: LogoFieldProps) {
  const { values, set, state } = useFormContext<ProfileForm>()
  const overlay = useOverlay(['crop'])
  const { logo } = values
  const isBusy = state !== 'idle'
  const colours = look?.colours.slice(0, colourFields.length) ?? []

  function takeColours(): void {
    set(Object.fromEntries(colours.map((colour, at) => [colourFields[at]?.name, colour])))
  }

  return (
    <div className={styles.logo}>
      <Image name="logo" />
      <div className={styles.warnings} role="status">
        {look?.isSmall && (
          <Warning>
            This logo is small ({look.width} × {look.height} pixels) and may look blurry. If you can, choose one of at least {LOGO_SIDE_MIN}{' '}
            pixels.
          </Warning>
        )}
        {look?.isFaintOnWhite && <Warning>This logo is hard to see on white. If you have a darker version, choose that one.</Warning>}
      </div>
      {look && (
        <div className={styles.tools}>
          <Button tone="quiet" icon={<Crop aria-hidden="true" />} disabled={isBusy} onClick={() => overlay.open('crop', 'logo')}>
            Crop or rotate
          </Button>
          {colours.length > 0 && (
            <Button tone="quiet" icon={<Dots colours={colours} />} disabled={isBusy} onClick={takeColours}>
              Use the logo’s colors
            </Button>
          )}
        </div>
      )}
      {overlay.search.get('crop') === 'logo' &&
        logo &&
        // Outside of the form, because the Enter key in one of the editor's inputs would submit the form.
        createPortal(<LogoEditor logo={logo} onCrop={(cropped) => set({ logo: cropped })} onClose={overlay.close} />, document.body)}
    </div>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <TriangleAlert aria-hidden="true" />
    <span>{children}</span>
  </p>
)

const Dots = ({ colours }: { colours: readonly string[] }) => (
  <span className={styles.dots} aria-hidden="true">
    {colours.map((colour) => (
      <span key={colour} className={styles.dot} style={{ '--own': colour }} />
    ))}
  </span>
)
