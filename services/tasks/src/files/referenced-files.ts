export const referencedFiles = `
  select reference_image from task
  union all select reference_image from task_series
  union all select done_task_image from task
  union all select entry ->> 'doneTaskImage' from task, jsonb_array_elements(rollbacks) as entry
  union all select entry ->> 'clientSuggestImage' from task, jsonb_array_elements(rollbacks) as entry
  union all select named.key from preview_file as file,
    unnest(array[file.key, file.poster_key, file.display_key, file.thumbnail_key,
      file.first_key, file.middle_key, file.last_key]) as named (key)
  union all select unnest(thumbnails) from monthly_report`
