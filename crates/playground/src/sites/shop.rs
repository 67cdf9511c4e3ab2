//! The state of the shop: what it sells, what is in the one cart, and how it can be made to behave oddly.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Product {
    pub id: String,
    pub name: String,
    pub department: Department,
    pub price_cents: u32,
    /// The struck-through price beside the real one.
    #[serde(default)]
    pub was_cents: Option<u32>,
    pub stock: Stock,
    #[serde(default)]
    pub blurb: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Department {
    Headphones,
    Speakers,
    Cables,
}

impl Department {
    pub(crate) const ALL: [Self; 3] = [Self::Headphones, Self::Speakers, Self::Cables];

    pub(crate) fn slug(self) -> &'static str {
        match self {
            Self::Headphones => "headphones",
            Self::Speakers => "speakers",
            Self::Cables => "cables",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Headphones => "Headphones",
            Self::Speakers => "Speakers",
            Self::Cables => "Cables and accessories",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stock {
    In,
    Few,
    Out,
    Preorder,
}

impl Stock {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::In => "In stock",
            Self::Few => "In stock, only 2 left",
            Self::Out => "Out of stock",
            Self::Preorder => "Pre-order, ships next month",
        }
    }

    pub(crate) fn can_be_bought(self) -> bool {
        match self {
            Self::In | Self::Few => true,
            Self::Out | Self::Preorder => false,
        }
    }
}

/// What happens when something is put into the cart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Adding {
    #[default]
    Accept,
    /// Says yes and does nothing.
    Drop,
    /// Answers 500.
    Fail,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CartItem {
    pub id: String,
    pub name: String,
    pub price_cents: u32,
    pub quantity: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shop {
    products: Vec<Product>,
    cart: Vec<CartItem>,
    pub adding: Adding,
    /// Before an addition is answered; the addition itself happens at once.
    pub add_delay_ms: u64,
}

/// A change of the shop, all parts optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ShopChange {
    /// The whole catalogue, in this order.
    products: Option<Vec<Product>>,
    set: Vec<ProductChange>,
    adding: Option<Adding>,
    add_delay_ms: Option<u64>,
    clear_cart: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProductChange {
    id: String,
    name: Option<String>,
    price_cents: Option<u32>,
    was_cents: Option<u32>,
    stock: Option<Stock>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CartRefusal {
    NoSuchProduct,
    NotInStock,
    Broken,
}

impl Default for Shop {
    fn default() -> Self {
        Self { products: first_catalogue(), cart: Vec::new(), adding: Adding::Accept, add_delay_ms: 0 }
    }
}

impl Shop {
    pub(crate) fn products(&self) -> &[Product] {
        &self.products
    }

    pub(crate) fn cart(&self) -> &[CartItem] {
        &self.cart
    }

    pub(crate) fn add(&mut self, id: &str) -> Result<(), CartRefusal> {
        let product = self.products.iter().find(|p| p.id == id).ok_or(CartRefusal::NoSuchProduct)?;
        if !product.stock.can_be_bought() {
            return Err(CartRefusal::NotInStock);
        }
        match self.adding {
            Adding::Drop => return Ok(()),
            Adding::Fail => return Err(CartRefusal::Broken),
            Adding::Accept => {}
        }
        match self.cart.iter_mut().find(|item| item.id == id) {
            Some(item) => item.quantity = item.quantity.saturating_add(1),
            None => self.cart.push(CartItem {
                id: product.id.clone(),
                name: product.name.clone(),
                price_cents: product.price_cents,
                quantity: 1,
            }),
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, id: &str) {
        self.cart.retain(|item| item.id != id);
    }

    pub(crate) fn cart_json(&self) -> Value {
        let total: u64 =
            self.cart.iter().map(|item| u64::from(item.price_cents) * u64::from(item.quantity)).sum();
        let count: u64 = self.cart.iter().map(|item| u64::from(item.quantity)).sum();
        json!({ "items": self.cart, "count": count, "total_cents": total, "total": money(total) })
    }

    /// `Err` names the product that does not exist; then nothing has changed.
    pub(crate) fn change(&mut self, change: ShopChange) -> Result<(), String> {
        let mut changed = self.clone();
        if let Some(products) = change.products {
            changed.products = products;
        }
        for set in change.set {
            let product = changed.products.iter_mut().find(|p| p.id == set.id).ok_or(set.id)?;
            product.name = set.name.unwrap_or_else(|| product.name.clone());
            product.price_cents = set.price_cents.unwrap_or(product.price_cents);
            product.was_cents = set.was_cents.or(product.was_cents);
            product.stock = set.stock.unwrap_or(product.stock);
        }
        changed.adding = change.adding.unwrap_or(changed.adding);
        changed.add_delay_ms = change.add_delay_ms.unwrap_or(changed.add_delay_ms);
        if change.clear_cart {
            changed.cart.clear();
        }
        *self = changed;
        Ok(())
    }
}

pub(crate) fn money(cents: u64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// Id, name, department, price, former price, stock, blurb.
type Row = (&'static str, &'static str, Department, u32, Option<u32>, Stock, &'static str);

fn first_catalogue() -> Vec<Product> {
    use Department::{Cables, Headphones, Speakers};
    let rows: [Row; 14] = [
        (
            "meridian-studio",
            "Meridian Studio",
            Headphones,
            12_900,
            None,
            Stock::In,
            "Closed back, made for long sessions at a desk.",
        ),
        (
            "drift-pocket",
            "Drift Pocket",
            Speakers,
            1_990,
            None,
            Stock::In,
            "Clips to a bag, plays for ten hours.",
        ),
        (
            "pebble-mini",
            "Pebble Mini",
            Headphones,
            2_490,
            None,
            Stock::Out,
            "Small, folding, and missed by everyone at the moment.",
        ),
        (
            "headphone-stand",
            "Oak headphone stand",
            Cables,
            1_490,
            None,
            Stock::In,
            "Holds one pair beside your screen.",
        ),
        (
            "harbour-one",
            "Harbour One",
            Headphones,
            6_400,
            Some(8_900),
            Stock::In,
            "Wireless, with a dial instead of buttons.",
        ),
        ("braided-aux", "Braided audio cable, 1.5 m", Cables, 990, None, Stock::In, "3.5 mm at both ends."),
        (
            "aurora-lite",
            "Aurora Lite",
            Headphones,
            3_990,
            None,
            Stock::In,
            "Light, wired, with a microphone on the cable.",
        ),
        (
            "cove-shelf",
            "Cove Shelf pair",
            Speakers,
            14_900,
            Some(17_500),
            Stock::In,
            "Two-way shelf speakers in ash.",
        ),
        (
            "nocturne",
            "Nocturne ANC",
            Headphones,
            3_500,
            Some(21_900),
            Stock::Preorder,
            "Noise cancelling, at an opening price.",
        ),
        (
            "usb-adapter",
            "USB-C to 3.5 mm adapter",
            Cables,
            1_250,
            None,
            Stock::In,
            "For phones that lost their socket.",
        ),
        (
            "quillon-air",
            "Quillon Air",
            Headphones,
            4_450,
            Some(6_900),
            Stock::Few,
            "Open ear, for running in traffic.",
        ),
        ("lantern", "Lantern", Speakers, 5_990, None, Stock::In, "A lamp that plays music."),
        (
            "extension",
            "Headphone extension, 3 m",
            Cables,
            1_190,
            None,
            Stock::In,
            "From the stereo to the sofa.",
        ),
        ("basin-sub", "Basin subwoofer", Speakers, 18_900, None, Stock::Out, "Deep and square."),
    ];
    rows.into_iter()
        .map(|(id, name, department, price_cents, was_cents, stock, blurb)| Product {
            id: id.to_owned(),
            name: name.to_owned(),
            department,
            price_cents,
            was_cents,
            stock,
            blurb: blurb.to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_stock_cannot_be_added() {
        let mut shop = Shop::default();
        assert_eq!(shop.add("pebble-mini"), Err(CartRefusal::NotInStock));
        assert_eq!(shop.add("nowhere"), Err(CartRefusal::NoSuchProduct));
        assert_eq!(shop.cart(), []);
    }

    #[test]
    fn the_cart_counts_and_totals_and_forgets() {
        let mut shop = Shop::default();
        shop.add("aurora-lite").unwrap();
        shop.add("aurora-lite").unwrap();
        shop.add("braided-aux").unwrap();
        assert_eq!(
            (shop.cart_json()["count"].as_u64(), shop.cart_json()["total"].as_str()),
            (Some(3), Some("$89.70"))
        );
        shop.remove("aurora-lite");
        assert_eq!(shop.cart_json()["total"], "$9.90");
    }

    #[test]
    fn a_change_of_an_unknown_product_changes_nothing() {
        let mut shop = Shop::default();
        let change =
            json!({ "set": [{ "id": "aurora-lite", "price_cents": 1 }, { "id": "x" }], "adding": "drop" });
        assert_eq!(shop.change(serde_json::from_value(change).unwrap()), Err("x".to_owned()));
        assert_eq!(shop, Shop::default());
    }
}
