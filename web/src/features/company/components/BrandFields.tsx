import { brandImageFields } from '@app/contracts/http/company.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '../../../shared/ui/Field.tsx'
import { colourFields } from '../profile-fields.ts'
import type { ProfileForm } from '../profile-form.ts'
import styles from './BrandFields.module.css'
import { ColourField } from './ColourField.tsx'
import { ImageField } from './ImageField.tsx'

export function BrandFields() {
  const { register, control, formState } = useFormContext<ProfileForm>()
  const colours = useWatch({ control, name: ['color1', 'color2', 'color3'] })

  return (
    <div className={styles.brand} data-wide>
      <ImageField name="logo" label="Company logo" required />
      <div className={styles.colours}>
        {colourFields.map(({ name, label }, at) => (
          <ColourField key={name} label={label} colour={colours[at] ?? ''} {...register(name)} />
        ))}
      </div>
      <Field
        label="Font family"
        hint="As it is named on your website or in your brand book"
        placeholder="Georgia"
        maxLength={100}
        error={formState.errors.fontfamily?.message}
        {...register('fontfamily')}
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
