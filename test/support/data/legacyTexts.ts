/** Texts of files without a declared encoding: the encoding, the bytes in base64, and the text. */
export const LEGACY_TEXTS: readonly [encoding: string, base64: string, text: string][] = [
  [
    'cp1251',
    '4u7v8O7xO+7y4uXyCsru4+TgIOL7IO7y6vD78vs/O8Xm5eTt5eLt7iDxIOLu8fzs6CD34PHu4iDz8vDgLCDq8O7s5SDv8ODn5O3o6u7iLgrM7ubt7iDr6CDv6+Dy6PL8IOrg8PLu6T87xOAsIOHl5yDq7uzo8fHo6C4K',
    'вопрос;ответ\nКогда вы открыты?;Ежедневно с восьми часов утра, кроме праздников.\nМожно ли платить картой?;Да, без комиссии.\n',
  ],
  [
    'koi8_r',
    '18/Q0s/TO8/U18XUCuvPx8TBINfZIM/Uy9LZ1Nk/O+XWxcTOxdfOzyDTINfP09jNySDewdPP1yDV1NLBLCDL0s/NxSDQ0sHaxM7Jy8/XLgrtz9bOzyDMySDQzMHUydTYIMvB0tTPyj875MEsIMLF2iDLz83J09PJyS4K',
    'вопрос;ответ\nКогда вы открыты?;Ежедневно с восьми часов утра, кроме праздников.\nМожно ли платить картой?;Да, без комиссии.\n',
  ],
  [
    'cp866',
    'oq6v4K7hO67ioqXiCoquo6SgIKLrIK7iquDr4us/O4WmpaStpaKtriDhIKKu4eysqCDnoOGuoiDj4uCgLCCq4K6spSCv4KCnpK2oqq6iLgqMrqatriCrqCCvq6DiqOLsIKqg4OKuqT87hKAsIKGlpyCqrqyo4eGoqC4K',
    'вопрос;ответ\nКогда вы открыты?;Ежедневно с восьми часов утра, кроме праздников.\nМожно ли платить картой?;Да, без комиссии.\n',
  ],
  [
    'cp1251',
    'yu7r6CDi6CDis+T36O3l7bM/INnu5O3/IOcg4u7x/OzuvyDj7uTo7egsIOrws+wg8eL/8i4g1+gg7O7m7eAgv/Xg8ugg5yDx7uHg6u7+PyDS4OosIPblIOHl5+ru+PLu4u3uLg==',
    'Коли ви відчинені? Щодня з восьмої години, крім свят. Чи можна їхати з собакою? Так, це безкоштовно.',
  ],
  [
    'cp1253',
    '0Pz05SDl3/P05SDh7e/p9/TcOyDK3OjlIOzd8eEg4fD8IPTp8iDv6vT+IPTvIPDx+d8sIOXq9PzyIOHw/CD06fIg4fHj3+XyLiDM8O/x/iDt4SDw6+fx/vP5IOzlIOrc8fThOyDN4eku',
    'Πότε είστε ανοιχτά; Κάθε μέρα από τις οκτώ το πρωί, εκτός από τις αργίες. Μπορώ να πληρώσω με κάρτα; Ναι.',
  ],
  [
    'cp1255',
    '7vrpIOD67SD0+uXn6e0/IOvsIOnl7SDu+fLkIPnu5fDkIOHh5ff4LCDn5fUg7ufi6e0uIOD0+fgg7Pns7SDh6/jo6fEg4Pn44Ok/IOvvLCDs7OAg8u7s5C4=',
    'מתי אתם פתוחים? כל יום משעה שמונה בבוקר, חוץ מחגים. אפשר לשלם בכרטיס אשראי? כן, ללא עמלה.',
  ],
  [
    'cp1256',
    '48rsIMrdys3m5L8g3+Eg7ebjIOPkIMfh08faySDH4cvH4+TJINXIx83HIOPHINrPxyDH4drY4S4g5eEg7ePf5OTtIMfhz93aIMjH4cjYx97JvyDk2uOhIMjP5uQg0dPm4y4=',
    'متى تفتحون؟ كل يوم من الساعة الثامنة صباحا ما عدا العطل. هل يمكنني الدفع بالبطاقة؟ نعم، بدون رسوم.',
  ],
  [
    'cp874',
    '4LvUtKHV6OLBpz8gt9ihx9G5tdHpp+G16OG7tOLBp+Cq6dIgwqHgx+m5x9G5y8LYtCCo6NLCtOnHwrrRtcPktOnky8E/IOS06SDkwejB1aTo0rjDw8HgudXCwQ==',
    'เปิดกี่โมง? ทุกวันตั้งแต่แปดโมงเช้า ยกเว้นวันหยุด จ่ายด้วยบัตรได้ไหม? ได้ ไม่มีค่าธรรมเนียม',
  ],
  [
    'cp932',
    'jr+W4iyJ8ZOaColji8aOnorUgs2CooLCgsWCt4KpPyyWiJP6jN+RT5Sqjp6CqYLnjN+M45hajp6C3ILFiWOLxoK1gsSCooLcgreBQgqSk47Uj+qCzYKgguiC3IK3gqk/LILNgqKBQZazl7+CxYKyl5iXcIKigr2CvoKvgtyCt4FCCg==',
    '質問,回答\n営業時間はいつですか?,毎日午前八時から午後六時まで営業しています。\n駐車場はありますか?,はい、無料でご利用いただけます。\n',
  ],
  ['cp932', 'j6SVaSyJv4ppCoLogvGCsiwxMDAKgt2CqYLxLDgwCg==', '商品,価格\nりんご,100\nみかん,80\n'],
  [
    'euc_jp',
    'vMHM5Cyy88X6CrHEtsi7/rTWpM+kpKTEpMekuaSrPyzL6Mb8uOHBsMisu/6kq6TpuOG45c+7u/6k3qTHscS2yKS3pMakpKTepLmhowrD87zWvuykz6SipOqk3qS5pKs/LKTPpKShosy1zsGkx6S0zfjN0aSkpL+kwKSxpN6kuaGjCg==',
    '質問,回答\n営業時間はいつですか?,毎日午前八時から午後六時まで営業しています。\n駐車場はありますか?,はい、無料でご利用いただけます。\n',
  ],
  [
    'gbk',
    'zsrM4iy08LC4Csqyw7TKsbryv6rDxT8sw7/M7NTnyc+wy7Xjtb3Pws7nwfm149Oq0rUsvdq82cjVs/3N4qGjCr/J0tTLor+owvA/LL/J0tQssrvK1crW0Pi30aGjCg==',
    '问题,答案\n什么时候开门?,每天早上八点到下午六点营业,节假日除外。\n可以刷卡吗?,可以,不收手续费。\n',
  ],
  [
    'big5',
    'sN3DRCy1qq7XCqSwu/Kuya3Utn2q+T8sqEOk0aatpFekS8JJqOykVaTIpLvCScDnt34suGCwsqTpsKOlfqFDCqVppUio6qVkttw/LKVppUgspKOmrKTixPK2T6FDCg==',
    '問題,答案\n什麼時候開門?,每天早上八點到下午六點營業,節假日除外。\n可以刷卡嗎?,可以,不收手續費。\n',
  ],
  [
    'euc_kr',
    'wfq5riy05LqvCr7wwaYgua7AuyC/qbOqv+Q/LLjFwM8gv8DA/CC/qbT8IL3Dus7FzSC/wMjEIL+pvLggvcOx7sH2IL+1vvfH1bTPtNkuCsHWwvfA5cDMIMDWs6q/5D8ss9csILmrt+G3ziDAzL/rx8+9xyC89iDA1r3AtM+02S4K',
    '질문,답변\n언제 문을 여나요?,매일 오전 여덟 시부터 오후 여섯 시까지 영업합니다.\n주차장이 있나요?,네, 무료로 이용하실 수 있습니다.\n',
  ],
  [
    'cp1250',
    'cHl0YW5pZTtvZHBvd2llZJ8KS2llZHkgamVzdCBvdHdhcnRlPztDb2R6aWVubmllIG9kIPNzbWVqLCB0YWu/ZSB3IJx3aep0YSBpIG5pZWR6aWVsZS4KQ3p5IG1vv25hIHCzYWNp5iBrYXJ0uT87VGFrLCBy83duaWW/IHpibGm/ZW5pb3dvIJYgYmV6IL9hZG55Y2ggb3CzYXQuCg==',
    'pytanie;odpowiedź\nKiedy jest otwarte?;Codziennie od ósmej, także w święta i niedziele.\nCzy można płacić kartą?;Tak, również zbliżeniowo – bez żadnych opłat.\n',
  ],
  [
    'iso8859_2',
    'b3ThemthO29kcG927O8KS2R5IG3hdGUgb3Rldvhlbm8/O0thvmT9IGRlbiBvZCBvc21pIGhvZGluLCBrcm9t7CBzduF0a/kuCk35vnUgcGxhdGl0IGthcnRvdT87QW5vLCBw+Glq7W3hbWUgdrllY2hueSBi7L5u6SBrYXJ0eSwgvuFkbukgcG9wbGF0a3kuCg==',
    'otázka;odpověď\nKdy máte otevřeno?;Každý den od osmi hodin, kromě svátků.\nMůžu platit kartou?;Ano, přijímáme všechny běžné karty, žádné poplatky.\n',
  ],
  [
    'cp1250',
    'TWlrb3IgdmFuIG55aXR2YSBhIGv2bnl2dOFyPyBI6XRm9XT1bCBw6W50ZWtpZyBueW9sYyDzcuF082wsIPxubmVwbmFwb2tvbiB64XJ2YSB0YXJ0dW5rLiBGaXpldGhldGVrIGJhbmtr4XJ0eeF2YWw/IElnZW4sIHRlcm3pc3pldGVzZW4ga/xs9m4ga/ZsdHPpZyBu6Wxr/GwuIEF6IPVzemkgc3r8bmV0YmVuIHL2dmlkZWJiIG55aXR2YXRhcnThcyB24XJoYXTzLCBlcnL1bCBpZPViZW4g6XJ0ZXPtdGr8ayD2bvZrZXQu',
    'Mikor van nyitva a könyvtár? Hétfőtől péntekig nyolc órától, ünnepnapokon zárva tartunk. Fizethetek bankkártyával? Igen, természetesen külön költség nélkül. Az őszi szünetben rövidebb nyitvatartás várható, erről időben értesítjük önöket.',
  ],
  [
    'cp1254',
    'c29ydTtjZXZhcApOZSB6YW1hbiBh5/1rPztIZXIgZ/xuIHNhYXQgc2VraXpkZW4gaXRpYmFyZW4sIGJheXJhbWxhciBk/f79bmRhLgpLYXJ0bGEg9mRleWViaWxpciBtaXlpbT87RXZldCwg/GNyZXRzaXogdmUgZ/x2ZW5saSD+ZWtpbGRlLgo=',
    'soru;cevap\nNe zaman açık?;Her gün saat sekizden itibaren, bayramlar dışında.\nKartla ödeyebilir miyim?;Evet, ücretsiz ve güvenli şekilde.\n',
  ],
  [
    'cp1257',
    'S2FkYSBkaXJiYXRlPyBLaWVrdmllbuAgZGllbuAgbnVvIGHwdHVudG9zIHZhbGFuZG9zLCBp8HNreXJ1cyDwdmVudGVzLiBBciBnYWxpdSBtb2vrdGkga29ydGVsZT8gVGFpcCwgYmUgam9rafggbW9rZXPoafgu',
    'Kada dirbate? Kiekvieną dieną nuo aštuntos valandos, išskyrus šventes. Ar galiu mokėti kortele? Taip, be jokių mokesčių.',
  ],
  [
    'cp1252',
    'RnJhZ2U7QW50d29ydApXYW5uIPZmZm5ldCBkYXMgQ2Fm6T87VORnbGljaCBhYiA4IFVociwgYXXfZXIgZvxyIEfkc3RlIGRlcyBIYXVzZXMuCkv2bm5lbiBIdW5kZSBtaXQ/O0phLCBnZWdlbiBlaW5lIEdlYvxociB2b24gNSCALgo=',
    'Frage;Antwort\nWann öffnet das Café?;Täglich ab 8 Uhr, außer für Gäste des Hauses.\nKönnen Hunde mit?;Ja, gegen eine Gebühr von 5 €.\n',
  ],
  [
    'cp1252',
    'RGVyIEVpbnRyaXR0IGJldHLkZ3QgNSCAIGb8ciBTY2j8bGVyLg==',
    'Der Eintritt beträgt 5 € für Schüler.',
  ],
  [
    'cp1252',
    'cXVlc3Rpb24sculwb25zZQpRdWVscyBzb250IHZvcyBk6WxhaXMgPyxOb3VzIGV4cOlkaW9ucyBzb3VzIDMgam91cnMgb3V2culzIJYgc2F1ZiBskul06S4KT/kg6nRlcy12b3VzIHNpdHXpcyA/LMAgT3Js6WFucywgcHLocyBkZSBsYSBnYXJlLgo=',
    'question,réponse\nQuels sont vos délais ?,Nous expédions sous 3 jours ouvrés – sauf l’été.\nOù êtes-vous situés ?,À Orléans, près de la gare.\n',
  ],
  ['cp1252', 'TGUgY2Fm6SBlc3QgZmVybekg4CBOb+tsLg==', 'Le café est fermé à Noël.'],
  [
    'cp1252',
    'TGEgY2l0dOAg6CBhcGVydGEuIFBlcmNo6SBub24gY5LoIGlsIGNhZmboPyBTaSBwdfIgcGFnYXJlIGNvc+wsIHBlcvIgcGn5IHRhcmRpLg==',
    'La città è aperta. Perché non c’è il caffè? Si può pagare così, però più tardi.',
  ],
  [
    'cp1252',
    'cHJlZ3VudGE7cmVzcHVlc3RhCr9DdeFuZG8gYWJyZSBsYSB0aWVuZGE/O01h8WFuYSBhIGxhcyBudWV2ZSwgdGFtYmnpbiBsb3Mgc+FiYWRvcy4Kv0FjZXB0YW4gbmnxb3M/O1PtLCBjb24gYWNvbXBh8WFudGUuCg==',
    'pregunta;respuesta\n¿Cuándo abre la tienda?;Mañana a las nueve, también los sábados.\n¿Aceptan niños?;Sí, con acompañante.\n',
  ],
  [
    'cp1252',
    'VGhlIGNhZumScyCTR3L832WUIG1lbnUgY29zdHMggDE0IJYgYXNrIGF0IHRoZSB0aWxsLiBJdJJzIG9wZW4gYWxsIGRheS4=',
    'The café’s “Grüße” menu costs €14 – ask at the till. It’s open all day.',
  ],
  [
    'cp1252',
    'TWl05CBw5ORzeWxpcHB1IG1ha3NhYT8gTGlwcHUgbWFrc2FhIDEyIGV1cm9hLCBlbORrZWzkaXNpbGxlIDggZXVyb2EuIE15eW3kbOQgb24gYXVraSBtefZzIGxhdWFudGFpc2luIGtlbGxvIGt5bW1lbmVlbiwgZWlr5CBzaXPk5G5r5HlubmlsbOQgb2xlIGpvbm9hLg==',
    'Mitä pääsylippu maksaa? Lippu maksaa 12 euroa, eläkeläisille 8 euroa. Myymälä on auki myös lauantaisin kello kymmeneen, eikä sisäänkäynnillä ole jonoa.',
  ],
  [
    'utf_16_le',
    'MgQ+BD8EQAQ+BEEEOwA+BEIEMgQ1BEIECgAaBD4EMwQ0BDAEIAAyBEsEIAA+BEIEOgRABEsEQgRLBD8AOwAVBDYENQQ0BD0ENQQyBD0EPgQgAEEEIAAyBD4EQQRMBDwEOAQgAEcEMARBBD4EMgQgAEMEQgRABDAELAAgADoEQAQ+BDwENQQgAD8EQAQwBDcENAQ9BDgEOgQ+BDIELgAKABwEPgQ2BD0EPgQgADsEOAQgAD8EOwQwBEIEOARCBEwEIAA6BDAEQARCBD4EOQQ/ADsAFAQwBCwAIAAxBDUENwQgADoEPgQ8BDgEQQRBBDgEOAQuAAoA',
    'вопрос;ответ\nКогда вы открыты?;Ежедневно с восьми часов утра, кроме праздников.\nМожно ли платить картой?;Да, без комиссии.\n',
  ],
  [
    'utf_16_be',
    'le6YmAAse1RoSAAKTsBOSGX2UBlfAJXoAD8ALGvPWSll6U4KUWtwuVIwTgtTSFFtcLmEJU4aACyCglBHZeWWZFkWMAIAClPvTuVSN1NhVBcAPwAsU+9O5QAsTg1lNmJLfu2NOTACAAo=',
    '问题,答案\n什么时候开门?,每天早上八点到下午六点营业,节假日除外。\n可以刷卡吗?,可以,不收手续费。\n',
  ],
  [
    'utf_16_le',
    'VABoAGUAIABjAGEAZgDpABkgcwAgABwgRwByAPwA3wBlAB0gIABtAGUAbgB1ACAAYwBvAHMAdABzACAArCAxADQAIAATICAAYQBzAGsAIABhAHQAIAB0AGgAZQAgAHQAaQBsAGwALgAgAEkAdAAZIHMAIABvAHAAZQBuACAAYQBsAGwAIABkAGEAeQAuAA==',
    'The café’s “Grüße” menu costs €14 – ask at the till. It’s open all day.',
  ],
  [
    'utf_16_be',
    'AEYAcgBhAGcAZQA7AEEAbgB0AHcAbwByAHQACgBXAGEAbgBuACAA9gBmAGYAbgBlAHQAIABkAGEAcwAgAEMAYQBmAOkAPwA7AFQA5ABnAGwAaQBjAGgAIABhAGIAIAA4ACAAVQBoAHIALAAgAGEAdQDfAGUAcgAgAGYA/AByACAARwDkAHMAdABlACAAZABlAHMAIABIAGEAdQBzAGUAcwAuAAoASwD2AG4AbgBlAG4AIABIAHUAbgBkAGUAIABtAGkAdAA/ADsASgBhACwAIABnAGUAZwBlAG4AIABlAGkAbgBlACAARwBlAGIA/ABoAHIAIAB2AG8AbgAgADUAICCsAC4ACg==',
    'Frage;Antwort\nWann öffnet das Café?;Täglich ab 8 Uhr, außer für Gäste des Hauses.\nKönnen Hunde mit?;Ja, gegen eine Gebühr von 5 €.\n',
  ],
]
