"use strict";
{
  const byId = (id) => document.getElementById(id);
  const dollars = (cents) => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const named = (tag, name, text) => Object.assign(document.createElement(tag), { className: name, textContent: text });

  const draw = (cart) => {
    const count = cart.count === 0 ? "Your cart is empty" : `${cart.count} ${cart.count === 1 ? "item" : "items"}, total ${cart.total}`;
    byId("cart-status").textContent = count;
    byId("cart-items").replaceChildren(
      ...cart.items.map((item) => {
        const line = document.createElement("li");
        line.dataset.id = item.id;
        const remove = named("button", "quiet remove", `Remove ${item.name}`);
        remove.type = "button";
        remove.dataset.id = item.id;
        line.append(named("span", "item", item.name), " ", named("span", "each", `${item.quantity} × ${dollars(item.price_cents)}`), " ", remove);
        return line;
      }),
    );
  };

  const change = async (path, id) => {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) });
    if (answer.ok) draw(await answer.json());
    else byId("cart-status").textContent = "That did not work. Your cart is unchanged.";
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.add, button.remove");
    if (!button) return;
    void change(button.matches(".add") ? "/shop/api/cart" : "/shop/api/cart/remove", button.dataset.id);
  });

  const filter = () => {
    let shown = 0;
    for (const card of document.querySelectorAll("#products > .card")) {
      const fits = !byId("category").value || card.dataset.department === byId("category").value;
      card.hidden = !fits || (byId("in-stock").checked && card.dataset.stock !== "in");
      if (!card.hidden) shown += 1;
    }
    byId("shown").textContent = `${shown} products`;
  };
  if (byId("category")) {
    byId("category").addEventListener("change", filter);
    byId("in-stock").addEventListener("change", filter);
    filter();
  }
}
