import { brandImageFields } from '@app/contracts/http/company.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { colourFields } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import styles from './BrandFields.module.css'
import { ColourField } from './ColourField.tsx'
import { ImageField } from './ImageField.tsx'

export function BrandFields() {
  const { text } = useFormContext<ProfileForm>()

  return (
    <div className={styles.brand} data-wide>
      <ImageField name="logo" label="Company logo" required />
      <div className={styles.colours}>
        {colourFields.map(({ name, label }) => (
          <ColourField key={name} label={label} {...text(name)} />
        ))}
      </div>
      <Field
        label="Font family"
        hint="As it is named on your website or in your brand book"
        placeholder="Georgia"
        maxLength={100}
        {...text('fontfamily')}
      />
      <fieldset>
        <legend className={styles.caption}>Company Brand Details (Brand Logos, Website/Promo Banner, Product or Service Image, etc)</legend>
        <div className={styles.images}>
          {brandImageFields.map((name, at) => (
            <ImageField key={name} name={name} label={`Brand image ${at + 1}`} />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
