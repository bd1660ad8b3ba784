const TOTAL =
  /^(?:(?:grand|sub|overall)[\s-]?)?totals?\b|^(?:sum|sums|summe|gesamt|insgesamt|zwischensumme|endsumme|somme|total g[eé]n[eé]ral|totale|totaal|totalt|suma|razem|łącznie|celkem|spolu|összesen|toplam|итого|всего|разом|合计|合計|总计|總計|小计|小計|합계|총계)(?![\p{L}])/iu

/** Whether a text names a row of totals. */
export const isTotal = (text: string) => TOTAL.test(text)
