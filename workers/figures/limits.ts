/** Words before a limit that a figure must reach: `orders over €50`. */
export const AT_LEAST =
  /(?<!\p{L})(?:over|above|from|at least|more than|minimum|exceed\p{L}{0,3}|older than|after|ab|über|mindestens|mehr als|nach|dès|à partir|au moins|plus de|au-dessus|après|desde|a partir|más de|al menos|mínimo|oltre|da|almeno|più di|mais de|pelo menos|acima|vanaf|boven|meer dan|minstens|od|powyżej|ponad|co najmniej|nad|от|свыше|более|больше|не менее|від|понад|från|över|minst|fra|mindst|üzeri\p{L}{0,3}|en az|sonra|fazla|فوق|أكثر|تزيد|من)(?!\p{L})|以上|超|起|满|滿|이상|부터|ขึ้นไป|เกิน/iu

/** Words before a limit that a figure must not pass: `within 30 days`. */
export const AT_MOST =
  /(?<!\p{L})(?:within|up to|until|under|below|less than|at most|maximum|max|before|no more than|innerhalb|binnen|bis|unter|höchstens|maximal|weniger als|vor|sous|dans|jusqu\p{L}{0,2}|au plus|moins de|avant|en dessous|hasta|dentro|en|menos de|máximo|antes|entro|fino|al massimo|meno di|até|em|no máximo|tot|onder|hoogstens|do|poniżej|najwyżej|w ciągu|до|в течение|менее|не более|протягом|inom|under|högst|inden|innen|kadar|içinde|en fazla|altında|حتى|خلال|أقل)(?!\p{L})|以内|以下|まで|未満|内|이내|이하|까지|미만|ภายใน|ไม่เกิน/iu

/** Whether a text sets a limit. */
export const isLimited = (text: string): boolean => AT_LEAST.test(text) || AT_MOST.test(text)
