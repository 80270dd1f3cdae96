import { type ComponentProps, createContext, use } from 'react'
import styles from './Form.module.css'
import type { FormOf } from './use-form.ts'

const FormContext = createContext<unknown>(undefined)

/** Returns the `useForm` result of the surrounding `Form`. `V` contains the fields that the caller uses. */
export const useFormContext = <V extends object>() => use(FormContext) as FormOf<V>

export interface FormProps<V extends object> extends ComponentProps<'form'> {
  form: FormOf<V>
}

/** Provides its `useForm` result to the fields inside it. Shows the fields in one column, unless a class is given. */
export function Form<V extends object>({ form, className = styles.form, ...element }: FormProps<V>) {
  return (
    <FormContext value={form}>
      <form className={className} noValidate onSubmit={form.submit} {...element} ref={form.element} />
    </FormContext>
  )
}
