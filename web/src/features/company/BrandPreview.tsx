import { readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import { COLOR_DEFAULT } from '@app/contracts/http/company.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { useObjectUrl } from '../../shared/ui/files.ts'
import { LogoChip } from '../../shared/ui/LogoChip.tsx'
import styles from './BrandPreview.module.css'
import { colourFields, shownColour } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'

/** A profile contains the default color until the owner chooses one. */
const isChosen = (colour: string): boolean => colour !== COLOR_DEFAULT

/** Previews the brand as a social media post, with the current values of the form. */
export function BrandPreview() {
  const { values } = useFormContext<ProfileForm>()
  const { companyName, industry, website, fontfamily, logo } = values
  const colours = colourFields.map(({ name }) => shownColour(values[name])) as [string, string, string]
  const [color1, color2, color3] = colours
  const chosenUrl = useObjectUrl(logo instanceof File ? logo : null)
  const logoUrl = logo instanceof File ? chosenUrl : logo
  const name = companyName.trim() || 'Your company'
  const font = fontfamily.split(',')[0]?.trim()
  const own = {
    ...(isChosen(color1) && { '--own-1': color1, '--on-1': readableTextColor(color1) }),
    ...(isChosen(color2) && { '--own-2': color2, '--on-2': readableTextColor(color2) }),
    ...(isChosen(color3) && { '--own-3': color3 }),
    // The fonts that we provide are named "Fraunces Variable" and "Inter Variable" in the stylesheet.
    ...(font && { fontFamily: `"${font} Variable", "${font}", var(--font-text)` }),
  }

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Your brand</figcaption>
      <div className={styles.post} style={own}>
        <div className={styles.picture}>
          <span className={styles.headline}>{name}</span>
          <span className={styles.accent} />
        </div>
        <div className={styles.foot}>
          <LogoChip name={name} src={logoUrl} colour={color1} />
          <div className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.detail}>{website.trim() || industry.trim() || 'What you do'}</span>
          </div>
          <span className={styles.tag}>Shop</span>
        </div>
      </div>
      <ul className={styles.swatches} aria-label="Colors">
        {colours.map((colour, at) => (
          <li
            key={colourFields[at]?.name}
            className={styles.swatch}
            style={isChosen(colour) ? { '--own': colour, '--on': readableTextColor(colour) } : undefined}
            title={colourFields[at]?.label}
          >
            {isChosen(colour) ? colour : 'Not chosen'}
          </li>
        ))}
      </ul>
    </figure>
  )
}
