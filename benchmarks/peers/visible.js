// What a person sees of the page: its text, and how many native and ARIA controls of each kind. The page is not used for anything else.
() => {
  const KINDS = [
    ['checkbox', 'input[type=checkbox], [role=checkbox], [role=switch]'],
    ['radio', 'input[type=radio], [role=radio]'],
    ['slider', 'input[type=range], [role=slider]'],
    ['button', 'button, summary, input:is([type=button], [type=submit], [type=reset], [type=image]), [role=button]'],
    ['combobox', 'select, [role=combobox], [role=listbox]'],
    ['textbox', 'input, textarea, [contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], [role=spinbutton]'],
    ['link', 'a[href], [role=link]'],
    ['tab', '[role=tab]'],
    ['menuitem', '[role=menuitem]'],
    ['option', '[role=option]'],
    ['treeitem', '[role=treeitem]'],
  ];
  const controls = {};
  for (const element of document.body.querySelectorAll(KINDS.map(([, selector]) => selector).join())) {
    const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
    if (!seen || element.type === 'hidden' || !element.getClientRects().length) continue;
    const [kind] = KINDS.find(([, selector]) => element.matches(selector));
    controls[kind] = (controls[kind] ?? 0) + 1;
    // Buttons in a row stand apart on the screen, and innerText joins their words.
    if (getComputedStyle(element).display === 'inline-block') element.after(' ');
  }
  // A closed select shows the option that is chosen, and innerText has all of them.
  for (const option of document.querySelectorAll('select option')) if (!option.selected) option.remove();
  return { text: document.body.innerText, controls };
}
