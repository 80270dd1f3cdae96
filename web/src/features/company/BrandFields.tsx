import { type BrandImageField, brandImageFields, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { ColourField } from '../../shared/ui/ColourField.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { FileDrop } from '../../shared/ui/FileDrop.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import styles from './BrandFields.module.css'
import { colourFields, type ProfileForm } from './profile-form.ts'

export function BrandFields() {
  const { text } = useFormContext<ProfileForm>()

  return (
    <div className={styles.brand}>
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

interface ImageFieldProps {
  name: BrandImageField | 'logo'
  label: string
  required?: boolean
}

function ImageField({ name, label, required }: ImageFieldProps) {
  const { file } = useFormContext<ProfileForm>()
  return (
    <FileDrop
      label={label}
      field={updateCompanyProfile.form.files[name]}
      onRefuse={(message) => notify.error(message)}
      required={required}
      {...file(name)}
    />
  )
}
