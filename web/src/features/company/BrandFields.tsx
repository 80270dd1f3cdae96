import { brandImageFields } from '@app/contracts/http/company.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { ColourField } from '../../shared/ui/ColourField.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import styles from './BrandFields.module.css'
import type { FieldParts } from './field-parts.ts'
import { colourFields } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'
import { BRAND_IMAGES_CAPTION } from './profile-labels.ts'

export function BrandFields({ of: { Text, Image } }: { of: FieldParts }) {
  const { text } = useFormContext<ProfileForm>()

  return (
    <div className={styles.brand}>
      <Image name="logo" />
      <div className={styles.colours}>
        {colourFields.map(({ name, label }) => (
          <Text key={name} name={name}>
            {(words) => <ColourField label={label} {...words} {...text(name)} />}
          </Text>
        ))}
      </div>
      <Text name="fontfamily">
        {(words) => (
          <Field
            label="Font family"
            {...words}
            hint="The name used on your website or in your brand guide"
            placeholder="Georgia"
            maxLength={100}
            {...text('fontfamily')}
          />
        )}
      </Text>
      <fieldset>
        <legend className={styles.caption}>{BRAND_IMAGES_CAPTION}</legend>
        <div className={styles.images}>
          {brandImageFields.map((name) => (
            <Image key={name} name={name} />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
